// SPDX-License-Identifier: Apache-2.0
// Reading a stranger's YAML, by events: what yaml-cpp would read for ever, or read as something
// else than it is, is refused.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <string>
#include <string_view>

namespace baton::msg {

class YamlGuard : public YAML::EventHandler {
 public:
  /// `yaml` must outlive this.
  explicit YamlGuard(std::string_view yaml);

  /// Reads all documents. Throws YAML::Exception with the place, and whatever the handler throws.
  void parse();

 protected:
  /// The text without a byte order mark. Marks are offsets into this text.
  std::string_view yaml() const { return yaml_; }
  /// Called for each document that yaml-cpp reports and this class accepts.
  virtual void on_document(const YAML::Mark& mark);
  /// Called for each scalar that yaml-cpp reports and this class accepts.
  virtual void on_scalar(const YAML::Mark& mark, const std::string& tag,
                         const std::string& text) = 0;

 private:
  void OnDocumentStart(const YAML::Mark& mark) final;
  void OnDocumentEnd() final {}
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) final;

  std::string_view yaml_;
  int last_document_at_ = -1;
};

/// Throws YAML::Exception for anything but one document, or none.
void require_one_document(std::string_view yaml);

}  // namespace baton::msg
