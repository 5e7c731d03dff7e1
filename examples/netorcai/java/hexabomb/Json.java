// Part of Hoplon, under the MIT licence.
package hexabomb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of JSON as the library needs; the standard library has none. A value that was read is asked for what it
 * should be, and for anything else BadMessage is thrown.
 */
final class Json {
    private static final int DEEPEST = 100;

    private final Object value; // null, Boolean, Double, String, List<Json> or Map<String, Json>

    private Json(Object value) {
        this.value = value;
    }

    static Json read(String text) throws GameError.BadMessage {
        Reader reader = new Reader(text);
        Json found = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length()) throw reader.wrong();
        return found;
    }

    Json get(String name) throws GameError.BadMessage {
        Json found = fields().get(name);
        if (found == null) throw new GameError.BadMessage("the message has no field '" + name + "'");
        return found;
    }

    @SuppressWarnings("unchecked")
    Map<String, Json> fields() throws GameError.BadMessage {
        return (Map<String, Json>) as(Map.class, "an object");
    }

    @SuppressWarnings("unchecked")
    List<Json> items() throws GameError.BadMessage {
        return (List<Json>) as(List.class, "an array");
    }

    String text() throws GameError.BadMessage {
        return as(String.class, "a text");
    }

    double number() throws GameError.BadMessage {
        return as(Double.class, "a number");
    }

    int whole() throws GameError.BadMessage {
        return (int) number();
    }

    boolean truth() throws GameError.BadMessage {
        return as(Boolean.class, "true or false");
    }

    private <T> T as(Class<T> kind, String what) throws GameError.BadMessage {
        if (!kind.isInstance(value)) throw new GameError.BadMessage("a field of the message is not " + what);
        return kind.cast(value);
    }

    /** A text as JSON writes it. */
    static String quoted(String text) {
        StringBuilder found = new StringBuilder("\"");
        for (char sign : text.toCharArray()) {
            if (sign == '"' || sign == '\\') found.append('\\').append(sign);
            else if (sign < 0x20) found.append(String.format("\\u%04x", (int) sign));
            else found.append(sign);
        }
        return found.append('"').toString();
    }

    private static final class Reader {
        private final String text;
        private int at = 0;

        Reader(String text) {
            this.text = text;
        }

        Json value(int depth) throws GameError.BadMessage {
            if (depth > DEEPEST) throw new GameError.BadMessage("the message is nested too deep");
            return new Json(switch (peek()) {
                case '{' -> object(depth);
                case '[' -> array(depth);
                case '"' -> string();
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            });
        }

        GameError.BadMessage wrong() {
            return new GameError.BadMessage("the message is not JSON at character " + at);
        }

        void skipBlanks() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }

        private char peek() throws GameError.BadMessage {
            skipBlanks();
            if (at >= text.length()) throw new GameError.BadMessage("the message is not JSON: it is cut off");
            return text.charAt(at);
        }

        private char next() throws GameError.BadMessage {
            if (at >= text.length()) throw new GameError.BadMessage("the message is not JSON: it is cut off");
            return text.charAt(at++);
        }

        private void expect(char sign) throws GameError.BadMessage {
            if (peek() != sign) throw wrong();
            at++;
        }

        /** Passes the opening bracket, and the closing one if it follows; is there an element? */
        private boolean opens(char end) throws GameError.BadMessage {
            at++;
            if (peek() != end) return true;
            at++;
            return false;
        }

        /** Passes a comma or the closing bracket; is there another element? */
        private boolean goesOn(char end) throws GameError.BadMessage {
            char sign = peek();
            if (sign != ',' && sign != end) throw wrong();
            at++;
            return sign == ',';
        }

        private Map<String, Json> object(int depth) throws GameError.BadMessage {
            Map<String, Json> found = new LinkedHashMap<>();
            for (boolean isMore = opens('}'); isMore; isMore = goesOn('}')) {
                String name = string();
                expect(':');
                found.put(name, value(depth + 1));
            }
            return found;
        }

        private List<Json> array(int depth) throws GameError.BadMessage {
            List<Json> found = new ArrayList<>();
            for (boolean isMore = opens(']'); isMore; isMore = goesOn(']')) found.add(value(depth + 1));
            return found;
        }

        private Object word(String word, Object meant) throws GameError.BadMessage {
            if (!text.startsWith(word, at)) throw wrong();
            at += word.length();
            return meant;
        }

        private Double number() throws GameError.BadMessage {
            int from = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            try {
                return Double.valueOf(text.substring(from, at));
            } catch (NumberFormatException problem) {
                throw wrong();
            }
        }

        private String string() throws GameError.BadMessage {
            expect('"');
            StringBuilder found = new StringBuilder();
            for (char sign = next(); sign != '"'; sign = next()) {
                if (sign != '\\') {
                    found.append(sign);
                    continue;
                }
                char escaped = next();
                found.append(switch (escaped) {
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'u' -> fourDigits();
                    default -> escaped;
                });
            }
            return found.toString();
        }

        private char fourDigits() throws GameError.BadMessage {
            int code = 0;
            for (int k = 0; k < 4; k++) {
                int digit = Character.digit(next(), 16);
                if (digit < 0) throw wrong();
                code = code << 4 | digit;
            }
            return (char) code;
        }
    }
}
