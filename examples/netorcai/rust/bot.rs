//! A walker for hexabomb: ./bot [HOST [PORT [ROLE]]]
//! The standard library is enough: `rustc -O bot.rs`.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::hash::{BuildHasher, Hasher};
use std::io::{Read, Write};
use std::net::TcpStream;

type Cell = (i64, i64);
type Outcome<T> = Result<T, Box<dyn Error>>;

const WAYS: [(&str, Cell); 6] = [
    ("x+", (1, 0)),
    ("y+", (1, -1)),
    ("z+", (0, -1)),
    ("x-", (-1, 0)),
    ("y-", (-1, 1)),
    ("z-", (0, 1)),
];

/// One order for each own character: revive, or step to a free cell, best one to paint.
fn decide(state: &Json, me: i64, can_revive: bool) -> Outcome<String> {
    let colour = me + 1;
    let mut colours = HashMap::new();
    for cell in state.get("cells")?.list()? {
        colours.insert(cell_of(cell)?, cell.get("color")?.whole()?);
    }
    let characters = state.get("characters")?.list()?;
    let mut taken = HashSet::new();
    for bomb in state.get("bombs")?.list()? {
        taken.insert(cell_of(bomb)?);
    }
    for c in characters.iter() {
        if c.get("alive")?.is_true() {
            taken.insert(cell_of(c)?);
        }
    }
    let mut orders = Vec::new();
    for c in characters.iter() {
        if c.get("color")?.whole()? != colour {
            continue;
        }
        let id = c.get("id")?.whole()?;
        if !c.get("alive")?.is_true() {
            if can_revive && c.get("revive_delay")?.whole()? == 0 {
                orders.push(format!(r#"{{"id":{id},"movement":"revive"}}"#));
            }
            continue;
        }
        let (q, r) = cell_of(c)?;
        let free: Vec<(&str, Cell)> = WAYS
            .iter()
            .map(|(name, (dq, dr))| (*name, (q + dq, r + dr)))
            .filter(|(_, to)| colours.contains_key(to) && !taken.contains(to))
            .collect();
        let fresh: Vec<_> = free.iter().filter(|(_, to)| colours[to] != colour).copied().collect();
        let wanted = if fresh.is_empty() { free } else { fresh };
        if !wanted.is_empty() {
            let (way, to) = wanted[any_below(wanted.len())];
            taken.insert(to);
            orders.push(format!(r#"{{"id":{id},"movement":"move","direction":"{way}"}}"#));
        }
    }
    Ok(format!("[{}]", orders.join(",")))
}

fn cell_of(thing: &Json) -> Outcome<Cell> {
    Ok((thing.get("q")?.whole()?, thing.get("r")?.whole()?))
}

/// The keys of a hash map are the only random numbers of the standard library.
fn any_below(n: usize) -> usize {
    (RandomState::new().build_hasher().finish() % n as u64) as usize
}

fn send(line: &mut TcpStream, text: &str) -> Outcome<()> {
    let mut frame = (text.len() as u32 + 1).to_le_bytes().to_vec();
    frame.extend_from_slice(text.as_bytes());
    frame.push(b'\n');
    Ok(line.write_all(&frame)?)
}

fn receive(line: &mut TcpStream) -> Outcome<Json> {
    let mut size = [0; 4];
    line.read_exact(&mut size)?;
    let mut content = vec![0; u32::from_le_bytes(size) as usize];
    line.read_exact(&mut content)?;
    Parser { text: &content, at: 0 }.value()
}

fn play(host: &str, port: u16, role: &str) -> Outcome<()> {
    let mut line = TcpStream::connect((host, port))?;
    line.set_nodelay(true)?;
    send(
        &mut line,
        &format!(
            r#"{{"message_type":"LOGIN","nickname":"rust","role":"{role}","metaprotocol_version":"2.0.0"}}"#
        ),
    )?;
    let (mut me, mut can_revive) = (-1, true);
    loop {
        let heard = receive(&mut line)?;
        match heard.get("message_type")?.text()? {
            "GAME_STARTS" => {
                me = heard.get("player_id")?.whole()?;
                can_revive = heard.get("nb_special_players")?.whole()? == 0;
            }
            "TURN" => {
                let turn = heard.get("turn_number")?.whole()?;
                let actions = decide(heard.get("game_state")?, me, can_revive)?;
                send(
                    &mut line,
                    &format!(r#"{{"message_type":"TURN_ACK","turn_number":{turn},"actions":{actions}}}"#),
                )?;
            }
            "GAME_ENDS" => {
                println!("winner: {}", heard.get("winner_player_id")?.whole()?);
                return Ok(());
            }
            "KICK" => return Err(format!("kicked: {}", heard.get("kick_reason")?.text()?).into()),
            _ => {}
        }
    }
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, otherwise: &str| given.get(n).cloned().unwrap_or(otherwise.to_string());
    let port = word(1, "4242").parse().unwrap_or(4242);
    if let Err(problem) = play(&word(0, "127.0.0.1"), port, &word(2, "player")) {
        eprintln!("{problem}");
        std::process::exit(1);
    }
}

/// As much of JSON as the protocol needs.
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

impl Json {
    fn get(&self, name: &str) -> Outcome<&Json> {
        match self {
            Json::Object(fields) => fields.get(name).ok_or_else(|| format!("there is no {name}").into()),
            _ => Err(format!("{name} is wanted of what is no object").into()),
        }
    }

    fn list(&self) -> Outcome<&Vec<Json>> {
        match self {
            Json::List(items) => Ok(items),
            _ => Err("an array is missing".into()),
        }
    }

    fn whole(&self) -> Outcome<i64> {
        match self {
            Json::Number(number) => Ok(*number as i64),
            _ => Err("a number is missing".into()),
        }
    }

    fn text(&self) -> Outcome<&str> {
        match self {
            Json::Text(text) => Ok(text),
            _ => Err("a text is missing".into()),
        }
    }

    fn is_true(&self) -> bool {
        matches!(self, Json::Bool(true))
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn value(&mut self) -> Outcome<Json> {
        match self.peek()? {
            b'{' => {
                let mut fields = HashMap::new();
                self.at += 1;
                while self.peek()? != b'}' {
                    let name = self.string()?;
                    self.expect(b':')?;
                    fields.insert(name, self.value()?);
                    self.skip_comma()?;
                }
                self.at += 1;
                Ok(Json::Object(fields))
            }
            b'[' => {
                let mut items = Vec::new();
                self.at += 1;
                while self.peek()? != b']' {
                    items.push(self.value()?);
                    self.skip_comma()?;
                }
                self.at += 1;
                Ok(Json::List(items))
            }
            b'"' => Ok(Json::Text(self.string()?)),
            b't' => self.word(4, Json::Bool(true)),
            b'f' => self.word(5, Json::Bool(false)),
            b'n' => self.word(4, Json::Null),
            _ => {
                let from = self.at;
                while self.at < self.text.len() && b"+-.eE0123456789".contains(&self.text[self.at]) {
                    self.at += 1;
                }
                Ok(Json::Number(std::str::from_utf8(&self.text[from..self.at])?.parse()?))
            }
        }
    }

    fn peek(&mut self) -> Outcome<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied().ok_or_else(|| "the message is cut off".into())
    }

    fn expect(&mut self, sign: u8) -> Outcome<()> {
        if self.peek()? != sign {
            return Err(format!("the message lacks a {}", sign as char).into());
        }
        self.at += 1;
        Ok(())
    }

    fn skip_comma(&mut self) -> Outcome<()> {
        if self.peek()? == b',' {
            self.at += 1;
        }
        Ok(())
    }

    fn word(&mut self, length: usize, value: Json) -> Outcome<Json> {
        self.at += length;
        Ok(value)
    }

    fn string(&mut self) -> Outcome<String> {
        self.expect(b'"')?;
        let mut found = Vec::new();
        loop {
            let sign = *self.text.get(self.at).ok_or("the message is cut off")?;
            self.at += 1;
            match sign {
                b'"' => return Ok(String::from_utf8(found)?),
                b'\\' => {
                    let escaped = *self.text.get(self.at).ok_or("the message is cut off")?;
                    self.at += 1;
                    if escaped == b'u' {
                        let digits = self.text.get(self.at..self.at + 4).ok_or("the message is cut off")?;
                        let code = u32::from_str_radix(std::str::from_utf8(digits)?, 16)?;
                        let sign = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                        found.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
                        self.at += 4;
                    } else {
                        found.push(escaped);
                    }
                }
                _ => found.push(sign),
            }
        }
    }
}
