// SPDX-License-Identifier: Apache-2.0
#include "msg/yaml_guard.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>

namespace baton::msg {
namespace {

/// Whether a quote opens at `at` and is never closed. yaml-cpp would take the rest of the text for
/// the quoted string.
bool is_unclosed_quote(std::string_view yaml, std::size_t at) {
  if (at >= yaml.size() || (yaml[at] != '\'' && yaml[at] != '"')) return false;
  const char quote = yaml[at];
  for (std::size_t i = at + 1; i < yaml.size(); ++i) {
    if (quote == '"' && yaml[i] == '\\') {
      ++i;
    } else if (yaml[i] == quote) {
      // Two single quotes in a row stand for one, and do not close.
      if (quote == '"' || i + 1 == yaml.size() || yaml[i + 1] != quote) return false;
      ++i;
    }
  }
  return true;
}

std::string_view without_byte_order_mark(std::string_view yaml) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return yaml.starts_with(mark) ? yaml.substr(mark.size()) : yaml;
}

/// Refuses a second document, and ignores what a document contains.
class Documents final : public YamlGuard {
 public:
  using YamlGuard::YamlGuard;

 private:
  void on_document(const YAML::Mark& mark) override {
    if (++count_ > 1) throw YAML::ParserException(mark, "there is a second document");
  }
  void on_scalar(const YAML::Mark&, const std::string&, const std::string&) override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  int count_ = 0;
};

}  // namespace

YamlGuard::YamlGuard(std::string_view yaml) : yaml_(without_byte_order_mark(yaml)) {}

void YamlGuard::parse() {
  // Refuse other encodings, which announce themselves in the first four bytes: yaml-cpp would
  // convert them, and its marks would not be offsets into this text.
  if (yaml_.substr(0, 4).find_first_of(std::string_view("\0\xfe\xff", 3)) != yaml_.npos) {
    throw YAML::ParserException(YAML::Mark::null_mark(), "it is not UTF-8; save it as that");
  }
  std::istringstream stream{std::string(yaml_)};
  YAML::Parser parser(stream);
  while (parser.HandleNextDocument(*this)) {
  }
}

void YamlGuard::on_document(const YAML::Mark&) {}

void YamlGuard::OnDocumentStart(const YAML::Mark& mark) {
  // yaml-cpp does not advance over a text that cannot begin a document, and would report a new
  // document there for ever.
  if (mark.pos == last_document_at_) {
    throw YAML::ParserException(mark, "nothing can begin like this");
  }
  last_document_at_ = mark.pos;
  on_document(mark);
}

void YamlGuard::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                         const std::string& text) {
  if (!mark.is_null() && is_unclosed_quote(yaml_, static_cast<std::size_t>(mark.pos))) {
    throw YAML::ParserException(mark, "the quote that opens here is never closed");
  }
  on_scalar(mark, tag, text);
}

void require_one_document(std::string_view yaml) { Documents(yaml).parse(); }

}  // namespace baton::msg
