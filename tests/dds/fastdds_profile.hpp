// SPDX-License-Identifier: Apache-2.0
// A profile for all participants of a test program. Fast DDS reads it once in a process.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace baton::network {

class FastDdsProfile final : public ::testing::Environment {
 public:
  /// `participant`: what stands in its element <rtps>.
  explicit FastDdsProfile(std::string participant) : participant_(std::move(participant)) {}

  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() /
            ("baton_profile_" + std::to_string(getpid()) + ".xml");
    std::ofstream(path_) << R"(<?xml version="1.0" encoding="UTF-8"?>
<profiles xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
  <participant profile_name="test" is_default_profile="true"><rtps>)"
                         << participant_ << "</rtps></participant></profiles>";
    setenv("FASTRTPS_DEFAULT_PROFILES_FILE", path_.c_str(), 1);  // Fast DDS 2
    setenv("FASTDDS_DEFAULT_PROFILES_FILE", path_.c_str(), 1);   // Fast DDS 3
  }
  void TearDown() override { std::filesystem::remove(path_); }

 private:
  const std::string participant_;
  std::filesystem::path path_;
};

}  // namespace baton::network
