// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/unique_fd.hpp"

namespace baton::client {

/// ROS_LOG_DIR, else $ROS_HOME/log, else ~/.ros/log; a leading ~ is the user's home. Empty when
/// there is no home either.
std::string logging_directory();

/// The file `<directory>/<program>_<pid>_<milliseconds>.log` that everything a process says goes
/// to.
///
/// Opened by the first line; each line reaches the system before write() returns, so none is lost
/// when the process is killed. After a failure it stays silent until close(). Any thread may call
/// anything; a forked child gets a file of its own.
class LogFile {
 public:
  /// Returns an error only once, in the call that meets it.
  base::Status write(std::string_view line);
  /// Sets <program> in the file's name; empty: the program's name. Closes a file with another name.
  void set_name(const std::string& name);
  /// Closes the file. The next line opens another one.
  void close();
  /// The path of the open file; empty while none is open.
  std::string path() const;

 private:
  base::Status open();    // with mutex_ held
  void close_unlocked();  // with mutex_ held

  mutable std::mutex mutex_;
  base::UniqueFd file_;  // empty in a forked child
  std::string name_;
  std::string path_;
  bool failed_ = false;
};

}  // namespace baton::client
