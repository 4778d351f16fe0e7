#include "table/import.h"

#include <utility>

namespace ow {

TextImport::TextImport(std::unique_ptr<RowParser> parser, bool strict)
    : parser_(std::move(parser)), strict_(strict) {}

void TextImport::open(int fd, std::string name) {
  input_.emplace(fd, std::move(name));
  parser_->begin_input();
  report_ = {};
}

bool TextImport::read(std::uint64_t lines) {
  if (!input_) throw Error("no input is open; call open first");
  for (; lines > 0; --lines) {
    const auto line = input_->next();
    if (!line) {
      if (patterns_) patterns_->flush();
      return false;
    }
    ++report_.lines;
    try {
      read_line(*line);
    } catch (const FormatError& error) {
      if (strict_) input_->fail(error.what());
      ++report_.broken;
      if (report_.first_broken.size() < ImportReport::kShown)
        report_.first_broken.push_back({input_->line(), error.what()});
    } catch (const SystemError&) {
      throw;
    } catch (const Error& error) {
      input_->fail(error.what());
    }
  }
  return true;
}

void TextImport::read_line(std::string_view line) {
  if (!is_valid_utf8(line)) throw FormatError("the line is not valid UTF-8");
  switch (parser_->parse(line, row_)) {
    case RowKind::kEntry:
      do {
        add(row_);
        ++report_.entries;
      } while (parser_->next(row_));
      break;
    case RowKind::kLeftOut:
      ++report_.left_out[std::string(row_.left_out)];
      break;
    case RowKind::kPattern:
      ++report_.patterns;
      if (patterns_) {
        patterns_->write(line);
        patterns_->write("\n");
      }
      break;
    case RowKind::kNothing:
      break;
  }
}

void TextImport::begin_table() {
  try {
    builder_.emplace(parser_->score_names());
  } catch (const FormatError& error) {
    throw Error(error.what());  // wrong names are wrong for every line
  }
}

void TextImport::add(const Row& row) {
  if (!builder_) begin_table();
  source_.clear();
  target_.clear();
  for (const std::string_view word : row.source) source_.push_back(builder_->word(word));
  for (const std::string_view word : row.target) target_.push_back(builder_->word(word));
  const std::uint32_t tags = row.tags.empty() ? Entry::kNoTags : builder_->tags(row.tags);
  builder_->add(source_, {target_, row.scores, row.count, tags, row.alignment});
}

const TableBuilder& TextImport::builder() const {
  if (builder_ && builder_->size() > 0) return *builder_;
  std::string why = "there is not one entry in the input; is this the right format?";
  if (!report_.first_broken.empty()) {
    const BrokenLine& first = report_.first_broken.front();
    why += " Line " + std::to_string(first.line) + " of it: " + first.why;
  }
  throw FormatError(why);
}

}  // namespace ow
