// As much of JSON as hexabomb.hpp needs; the standard library has none. Part of Hoplon, under the MIT licence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace json {

// The text is not JSON, or not what was asked for.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A value that was read: ask for what it should be, and for anything else an Error is thrown.
class Value {
  public:
    enum class Kind { null, boolean, number, text, array, object };

    const Value &operator[](const std::string &name) const {
        need(Kind::object, "an object");
        const auto found = fields_.find(name);
        if (found == fields_.end()) throw Error("the message has no field '" + name + "'");
        return found->second;
    }
    const std::map<std::string, Value> &fields() const { return need(Kind::object, "an object"), fields_; }
    const std::vector<Value> &items() const { return need(Kind::array, "an array"), items_; }
    const std::string &text() const { return need(Kind::text, "a text"), text_; }
    double number() const { return need(Kind::number, "a number"), number_; }
    int whole() const { return static_cast<int>(number()); }
    bool truth() const { return need(Kind::boolean, "true or false"), number_ != 0; }

  private:
    friend class Reader;

    void need(Kind kind, const char *what) const {
        if (kind_ != kind) throw Error(std::string("a field of the message is not ") + what);
    }

    Kind kind_ = Kind::null;
    double number_ = 0;
    std::string text_;
    std::vector<Value> items_;
    std::map<std::string, Value> fields_;
};

class Reader {
  public:
    explicit Reader(const std::string &text) : text_(text) {}

    Value whole_text() {
        Value found = value(0);
        if (text_.find_first_not_of(BLANKS, at_) != std::string::npos) throw wrong();
        return found;
    }

  private:
    static constexpr const char *BLANKS = " \t\r\n";
    static constexpr int DEEPEST = 100;

    Value value(int depth) {
        if (depth > DEEPEST) throw Error("the message is nested too deep");
        Value found;
        switch (peek()) {
        case '{':
            found.kind_ = Value::Kind::object;
            list('}', [&] {
                std::string name = string();
                expect(':');
                found.fields_[name] = value(depth + 1);
            });
            break;
        case '[':
            found.kind_ = Value::Kind::array;
            list(']', [&] { found.items_.push_back(value(depth + 1)); });
            break;
        case '"':
            found.kind_ = Value::Kind::text;
            found.text_ = string();
            break;
        case 't':
        case 'f':
            found.kind_ = Value::Kind::boolean;
            found.number_ = text_[at_] == 't';
            word(found.number_ != 0 ? "true" : "false");
            break;
        case 'n':
            word("null");
            break;
        default:
            found.kind_ = Value::Kind::number;
            found.number_ = number();
        }
        return found;
    }

    Error wrong() const { return Error("the message is not JSON at octet " + std::to_string(at_)); }

    char peek() {
        at_ = text_.find_first_not_of(BLANKS, at_);
        if (at_ == std::string::npos) throw Error("the message is not JSON: it is cut off");
        return text_[at_];
    }

    void expect(char sign) {
        if (peek() != sign) throw wrong();
        ++at_;
    }

    void word(const std::string &expected) {
        if (text_.compare(at_, expected.size(), expected) != 0) throw wrong();
        at_ += expected.size();
    }

    template <typename Element> void list(char end, Element element) {
        ++at_;
        if (peek() == end) {
            ++at_;
            return;
        }
        for (element(); peek() == ','; element()) ++at_;
        expect(end);
    }

    double number() {
        const std::size_t end = std::min(text_.find_first_not_of("+-.eE0123456789", at_), text_.size());
        const std::string digits = text_.substr(at_, end - at_);
        char *rest = nullptr;
        const double found = std::strtod(digits.c_str(), &rest);
        if (digits.empty() || *rest != '\0') throw wrong();
        at_ = end;
        return found;
    }

    std::string string() {
        expect('"');
        std::string found;
        for (;;) {
            const char sign = next();
            if (sign == '"') return found;
            if (sign != '\\') {
                found += sign;
                continue;
            }
            const char escaped = next();
            switch (escaped) {
            case 'b': found += '\b'; break;
            case 'f': found += '\f'; break;
            case 'n': found += '\n'; break;
            case 'r': found += '\r'; break;
            case 't': found += '\t'; break;
            case 'u': add_code(found); break;
            default: found += escaped;
            }
        }
    }

    char next() {
        if (at_ >= text_.size()) throw Error("the message is not JSON: it is cut off");
        return text_[at_++];
    }

    std::uint32_t four_digits() {
        std::uint32_t code = 0;
        for (int k = 0; k < 4; ++k) {
            const std::size_t digit = std::string("0123456789abcdef").find(static_cast<char>(next() | 0x20));
            if (digit == std::string::npos) throw wrong();
            code = code << 4 | static_cast<std::uint32_t>(digit);
        }
        return code;
    }

    // One code point as UTF-8; two escapes may stand for one.
    void add_code(std::string &to) {
        std::uint32_t code = four_digits();
        if (code >= 0xd800 && code < 0xdc00 && text_.compare(at_, 2, "\\u") == 0) {
            at_ += 2;
            code = 0x10000 + ((code - 0xd800) << 10) + ((four_digits() - 0xdc00) & 0x3ff);
        }
        if (code < 0x80) {
            to += static_cast<char>(code);
            return;
        }
        const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        const std::uint32_t first[] = {0, 0xc0, 0xe0, 0xf0};
        to += static_cast<char>(first[more] | code >> (6 * more));
        for (int k = more - 1; k >= 0; --k) to += static_cast<char>(0x80 | (code >> (6 * k) & 0x3f));
    }

    const std::string &text_;
    std::size_t at_ = 0;
};

inline Value read(const std::string &text) { return Reader(text).whole_text(); }

// A text as JSON writes it.
inline std::string quoted(const std::string &text) {
    std::string found = "\"";
    for (const char sign : text) {
        if (sign == '"' || sign == '\\') {
            found += '\\';
            found += sign;
        } else if (static_cast<unsigned char>(sign) < 0x20) {
            const char *digits = "0123456789abcdef";
            found += "\\u00";
            found += digits[sign >> 4];
            found += digits[sign & 15];
        } else {
            found += sign;
        }
    }
    return found + "\"";
}

} // namespace json
