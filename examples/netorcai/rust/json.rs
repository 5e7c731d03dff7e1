//! As much of JSON as hexabomb.rs needs; the standard library has none. Part of Hoplon, under the MIT licence.

use std::collections::HashMap;

const DEEPEST: usize = 100;

/// A value that was read: ask for what it should be, and for anything else a sentence is returned.
#[derive(Clone, Debug)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

impl Json {
    pub fn read(content: &[u8]) -> Result<Json, String> {
        let text = std::str::from_utf8(content).map_err(|_| "the message is not UTF-8")?;
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let found = reader.value(0)?;
        reader.skip_blanks();
        if reader.at < reader.text.len() { reader.wrong() } else { Ok(found) }
    }

    pub fn get(&self, name: &str) -> Result<&Json, String> {
        self.fields()?.get(name).ok_or_else(|| format!("the message has no field '{name}'"))
    }

    pub fn fields(&self) -> Result<&HashMap<String, Json>, String> {
        match self {
            Json::Object(fields) => Ok(fields),
            _ => Err("a field of the message is not an object".into()),
        }
    }

    pub fn list(&self) -> Result<&[Json], String> {
        match self {
            Json::List(items) => Ok(items),
            _ => Err("a field of the message is not an array".into()),
        }
    }

    pub fn number(&self) -> Result<f64, String> {
        match self {
            Json::Number(number) => Ok(*number),
            _ => Err("a field of the message is not a number".into()),
        }
    }

    pub fn whole(&self) -> Result<i64, String> {
        Ok(self.number()? as i64)
    }

    pub fn text(&self) -> Result<&str, String> {
        match self {
            Json::Text(text) => Ok(text),
            _ => Err("a field of the message is not a text".into()),
        }
    }

    pub fn truth(&self) -> Result<bool, String> {
        match self {
            Json::Bool(truth) => Ok(*truth),
            _ => Err("a field of the message is not true or false".into()),
        }
    }
}

/// A text as JSON writes it.
pub fn quoted(text: &str) -> String {
    let mut found = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => found.extend(['\\', sign]),
            '\0'..='\u{1f}' => found += &format!("\\u{:04x}", sign as u32),
            _ => found.push(sign),
        }
    }
    found + "\""
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return Err("the message is nested too deep".into());
        }
        match self.peek()? {
            b'{' => {
                let mut fields = HashMap::new();
                let mut is_more = self.opens(b'}')?;
                while is_more {
                    let name = self.string()?;
                    self.expect(b':')?;
                    fields.insert(name, self.value(depth + 1)?);
                    is_more = self.goes_on(b'}')?;
                }
                Ok(Json::Object(fields))
            }
            b'[' => {
                let mut items = Vec::new();
                let mut is_more = self.opens(b']')?;
                while is_more {
                    items.push(self.value(depth + 1)?);
                    is_more = self.goes_on(b']')?;
                }
                Ok(Json::List(items))
            }
            b'"' => Ok(Json::Text(self.string()?)),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn wrong<T>(&self) -> Result<T, String> {
        Err(format!("the message is not JSON at octet {}", self.at))
    }

    fn skip_blanks(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Result<u8, String> {
        self.skip_blanks();
        self.text.get(self.at).copied().ok_or_else(|| "the message is not JSON: it is cut off".into())
    }

    fn next(&mut self) -> Result<u8, String> {
        self.at += 1;
        self.text.get(self.at - 1).copied().ok_or_else(|| "the message is not JSON: it is cut off".into())
    }

    fn expect(&mut self, sign: u8) -> Result<(), String> {
        if self.peek()? != sign {
            return self.wrong();
        }
        self.at += 1;
        Ok(())
    }

    /// Passes the opening bracket, and the closing one if it follows; is there an element?
    fn opens(&mut self, end: u8) -> Result<bool, String> {
        self.at += 1;
        let is_empty = self.peek()? == end;
        self.at += usize::from(is_empty);
        Ok(!is_empty)
    }

    /// Passes a comma or the closing bracket; is there another element?
    fn goes_on(&mut self, end: u8) -> Result<bool, String> {
        let sign = self.peek()?;
        if sign != b',' && sign != end {
            return self.wrong();
        }
        self.at += 1;
        Ok(sign == b',')
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        if !self.text[self.at..].starts_with(word.as_bytes()) {
            return self.wrong();
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Json, String> {
        let from = self.at;
        while self.text.get(self.at).is_some_and(|sign| b"+-.eE0123456789".contains(sign)) {
            self.at += 1;
        }
        let digits = String::from_utf8_lossy(&self.text[from..self.at]);
        digits.parse().map(Json::Number).or_else(|_| self.wrong())
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect(b'"')?;
        let mut found = Vec::new();
        loop {
            match self.next()? {
                b'"' => return Ok(String::from_utf8_lossy(&found).into_owned()),
                b'\\' => {
                    let sign = match self.next()? {
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'n' => '\n',
                        b'r' => '\r',
                        b't' => '\t',
                        b'u' => self.code()?,
                        other => other as char,
                    };
                    found.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
                }
                octet => found.push(octet),
            }
        }
    }

    /// The code point after \u; two escapes may stand for one.
    fn code(&mut self) -> Result<char, String> {
        let mut code = self.four_digits()?;
        if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with(b"\\u") {
            self.at += 2;
            code = 0x10000 + ((code - 0xd800) << 10) + (self.four_digits()? & 0x3ff);
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn four_digits(&mut self) -> Result<u32, String> {
        let mut code = 0;
        for _ in 0..4 {
            match (self.next()? as char).to_digit(16) {
                Some(digit) => code = code << 4 | digit,
                None => return self.wrong(),
            }
        }
        Ok(code)
    }
}
