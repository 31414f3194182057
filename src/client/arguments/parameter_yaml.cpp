// SPDX-License-Identifier: Apache-2.0
#include "client/arguments/parameter_yaml.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "client/arguments/argument_fault.hpp"
#include "client/arguments/parameter_file_events.hpp"

namespace baton::client {
namespace {

const std::string no_file;

/// One scalar, or one list of scalars.
class ValueEvents final : public YamlEvents {
 public:
  explicit ValueEvents(const std::string& yaml) : YamlEvents(yaml, no_file) {}

  ParameterLiteral take() {
    if (mapping_) {
      refuse(*mapping_,
             "a mapping is no value; give each parameter its own -p group.name:=value, or put text "
             "with a ':' into quotes");
    }
    if (!value_) throw ArgumentFault("the value is missing; an empty text is \"''\"");
    return std::move(*value_);
  }

 private:
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    if (!mapping_) take_item(mark, written_null(mark, false));
  }
  void on_scalar(const YAML::Mark& mark, const std::string& tag, const std::string& text) override {
    if (!mapping_) take_item(mark, literal(mark, tag, text));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    if (mapping_) return;
    if (value_ || in_list_) refuse(mark, "ROS has lists of one dimension only");
    in_list_ = true;
  }
  void OnSequenceEnd() override {
    if (mapping_) return;
    value_ = list_.take();
    in_list_ = false;
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    if (!mapping_) mapping_ = mark;
  }
  void OnMapEnd() override {}

  void take_item(const YAML::Mark& mark, ParameterLiteral&& item) {
    if (value_) refuse(mark, "there is a second value");
    if (!in_list_) {
      value_ = std::move(item);
      return;
    }
    try {
      list_.append(std::move(item));
    } catch (const ArgumentFault& fault) {
      refuse(mark, fault.what());
    }
  }

  // Reported at the end: a list that is cut off looks like a mapping at first.
  std::optional<YAML::Mark> mapping_;
  std::optional<ParameterLiteral> value_;
  LiteralList list_;
  bool in_list_ = false;
};

struct OpenFile {
  int fd;
  ~OpenFile() {
    if (fd >= 0) close(fd);
  }
};

[[noreturn]] void refuse_file(const std::string& path, int error, const char* cure) {
  throw ArgumentFault(fmt::format("{}: {}; {}", path, std::strerror(error), cure));
}

/// Reads a file or a pipe, so that `--params-file <(command)` works.
std::string read_text(const std::string& path) {
  const OpenFile file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) refuse_file(path, errno, "give the path of a file of parameters");
  std::string text;
  char block[65536];
  for (;;) {
    const ssize_t size = read(file.fd, block, sizeof(block));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) refuse_file(path, errno, "give the path of a file of parameters");
    if (size == 0) return text;
    text.append(block, static_cast<std::size_t>(size));
    if (text.size() > max_parameter_file_size_bytes) {
      throw ArgumentFault(fmt::format("{}: it is larger than {} MiB; make several files of it",
                                      path, max_parameter_file_size_bytes >> 20));
    }
  }
}

}  // namespace

ParameterLiteral read_parameter_value(const std::string& yaml) {
  ValueEvents events(yaml);
  events.run();
  return events.take();
}

std::vector<ParameterAssignment> read_parameters(const std::string& yaml, const std::string& file) {
  ParameterFileEvents events(yaml, file);
  events.run();
  return events.take();
}

std::vector<ParameterAssignment> read_parameter_file(const std::string& path) {
  const std::string text = read_text(path);
  if (text.find_first_not_of(" \t\r\n") == text.npos) {
    throw ArgumentFault(
        fmt::format("{}: it is empty; leave the argument out or write parameters", path));
  }
  return read_parameters(text, path);
}

}  // namespace baton::client
