//! hexabomb over netorcai for a program of yours: the connection, the state of the game, the orders.
//!
//! ```
//! let mut client = Client::connect("127.0.0.1", 4242)?;
//! client.login("mybot", "player")?;
//! let end = client.play(decide)?; // decide(&start, &turn) gives a Vec of orders
//! ```
//!
//! The standard library is enough. Part of Hoplon, under the MIT licence.
#![allow(dead_code)] // a bot need not use everything

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

#[path = "json.rs"]
mod json;
use self::json::{quoted, Json};

pub const VERSION: &str = "2.0.0";
pub const NOBODY: i64 = -1;
const MOST_OCTETS: u32 = 1 << 24;

/// What can go wrong between a program and the server.
#[derive(Debug)]
pub enum GameError {
    /// There is no connection, or none any more.
    Disconnected(String),
    /// The server sent what this library does not understand.
    BadMessage(String),
    /// The server has sent us away, for a reason in its own words.
    Kicked(String),
}

impl fmt::Display for GameError {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameError::Disconnected(what) | GameError::BadMessage(what) => write!(to, "{what}"),
            GameError::Kicked(reason) => write!(to, "kicked: {reason}"),
        }
    }
}

impl std::error::Error for GameError {}

impl From<String> for GameError {
    fn from(problem: String) -> GameError {
        GameError::BadMessage(problem)
    }
}

/// A direction and what it adds to a cell.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub name: &'static str,
    pub dq: i64,
    pub dr: i64,
}

pub const WAYS: [Way; 6] = [
    Way { name: "x+", dq: 1, dr: 0 },
    Way { name: "y+", dq: 1, dr: -1 },
    Way { name: "z+", dq: 0, dr: -1 },
    Way { name: "x-", dq: -1, dr: 0 },
    Way { name: "y-", dq: -1, dr: 1 },
    Way { name: "z-", dq: 0, dr: 1 },
];

/// A place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub q: i64,
    pub r: i64,
}

impl Cell {
    /// The neighbour in a direction; it may not exist.
    pub fn step(self, way: Way) -> Cell {
        Cell { q: self.q + way.dq, r: self.r + way.dr }
    }

    fn read(given: &Json) -> Result<Cell, String> {
        Ok(Cell { q: given.get("q")?.whole()?, r: given.get("r")?.whole()? })
    }
}

/// A character; a dead one lies where it died, and its revive_delay is -1 while it lives.
#[derive(Clone, Debug)]
pub struct Character {
    pub id: i64,
    pub color: i64,
    pub cell: Cell,
    pub alive: bool,
    pub revive_delay: i64,
    pub bomb_count: i64,
}

/// A bomb that explodes when its delay is 0.
#[derive(Clone, Debug)]
pub struct Bomb {
    pub color: i64,
    pub cell: Cell,
    pub range: i64,
    pub delay: i64,
}

/// What a player has so far; its color is its id + 1.
#[derive(Clone, Debug)]
pub struct Player {
    pub id: i64,
    pub score: i64,
    pub cell_count: i64,
}

/// Who a player is. Only visualizations are told.
#[derive(Clone, Debug)]
pub struct PlayerInfo {
    pub player_id: i64,
    pub nickname: String,
    pub remote_address: String,
    pub is_connected: bool,
}

/// All there is to see.
#[derive(Clone, Debug)]
pub struct State {
    /// To the color of each; 0 is neutral.
    pub cells: HashMap<Cell, i64>,
    pub characters: Vec<Character>,
    pub bombs: Vec<Bomb>,
    /// The cells hit in the turn before, to the color of the blast.
    pub explosions: HashMap<Cell, i64>,
    /// By id.
    pub players: BTreeMap<i64, Player>,
}

impl State {
    /// The characters of a player, dead or alive.
    pub fn characters_of(&self, player_id: i64) -> impl Iterator<Item = &Character> {
        self.characters.iter().filter(move |c| c.color == player_id + 1)
    }

    pub fn has_bomb(&self, cell: Cell) -> bool {
        self.bombs.iter().any(|bomb| bomb.cell == cell)
    }

    /// The cells that nobody can enter: a bomb or a live character is there.
    pub fn taken(&self) -> HashSet<Cell> {
        let living = self.characters.iter().filter(|c| c.alive).map(|c| c.cell);
        self.bombs.iter().map(|bomb| bomb.cell).chain(living).collect()
    }

    fn read(given: &Json) -> Result<State, String> {
        let mut cells = HashMap::new();
        for one in given.get("cells")?.list()? {
            cells.insert(Cell::read(one)?, one.get("color")?.whole()?);
        }
        let mut characters = Vec::new();
        for c in given.get("characters")?.list()? {
            characters.push(Character {
                id: c.get("id")?.whole()?,
                color: c.get("color")?.whole()?,
                cell: Cell::read(c)?,
                alive: c.get("alive")?.truth()?,
                revive_delay: c.get("revive_delay")?.whole()?,
                bomb_count: c.get("bomb_count")?.whole()?,
            });
        }
        let mut bombs = Vec::new();
        for b in given.get("bombs")?.list()? {
            bombs.push(Bomb {
                color: b.get("color")?.whole()?,
                cell: Cell::read(b)?,
                range: b.get("range")?.whole()?,
                delay: b.get("delay")?.whole()?,
            });
        }
        let mut explosions = HashMap::new();
        for (color, hit) in given.get("explosions")?.fields()? {
            for one in hit.list()? {
                explosions.insert(Cell::read(one)?, number_of(color)?);
            }
        }
        let mut players = BTreeMap::new();
        for (name, score) in given.get("score")?.fields()? {
            let (id, cell_count) = (number_of(name)?, given.get("cell_count")?.get(name)?.whole()?);
            players.insert(id, Player { id, score: score.whole()?, cell_count });
        }
        Ok(State { cells, characters, bombs, explosions, players })
    }
}

fn number_of(name: &str) -> Result<i64, String> {
    name.parse().map_err(|_| format!("the field '{name}' of the message is not named by a number"))
}

/// The start of the game; the player_id of a visualization is NOBODY.
#[derive(Clone, Debug)]
pub struct GameStarts {
    pub player_id: i64,
    pub nb_players: i64,
    pub nb_special_players: i64,
    pub nb_turns_max: i64,
    pub milliseconds_before_first_turn: f64,
    pub milliseconds_between_turns: f64,
    pub state: State,
    pub players_info: Vec<PlayerInfo>,
}

impl GameStarts {
    /// With a special player the dead stay dead.
    pub fn is_sudden_death(&self) -> bool {
        self.nb_special_players > 0
    }
}

/// A turn that wants orders. A slow program misses some, so the numbers may have gaps.
#[derive(Clone, Debug)]
pub struct Turn {
    pub number: i64,
    pub state: State,
    pub players_info: Vec<PlayerInfo>,
}

/// The end of the game; the winner is NOBODY if there is none.
#[derive(Clone, Debug)]
pub struct GameEnds {
    pub winner_player_id: i64,
    pub state: State,
}

/// What comes after the start.
pub enum Next {
    Turn(Turn),
    End(GameEnds),
}

/// What a character shall do.
#[derive(Clone, Debug)]
pub enum Order {
    /// Step to a neighbouring cell, which takes your color.
    Move { id: i64, way: Way },
    /// Drop a bomb; range and delay are 2 to 4 (2 to 100 for a special player).
    Bomb { id: i64, range: i64, delay: i64 },
    /// Bring a dead character back, once its revive_delay is 0.
    Revive { id: i64 },
}

impl Order {
    fn to_json(&self) -> String {
        match self {
            Order::Move { id, way } => {
                format!(r#"{{"id":{id},"movement":"move","direction":"{}"}}"#, way.name)
            }
            Order::Bomb { id, range, delay } => {
                format!(r#"{{"id":{id},"movement":"bomb","bomb_range":{range},"bomb_delay":{delay}}}"#)
            }
            Order::Revive { id } => format!(r#"{{"id":{id},"movement":"revive"}}"#),
        }
    }
}

/// A connection to a server, until it is dropped.
pub struct Client {
    line: TcpStream,
}

impl Client {
    pub fn connect(host: &str, port: u16) -> Result<Client, GameError> {
        let line = TcpStream::connect((host, port))
            .map_err(|problem| GameError::Disconnected(format!("cannot connect to {host}:{port}: {problem}")))?;
        line.set_nodelay(true).map_err(lost)?;
        Ok(Client { line })
    }

    /// Log in as `player`, `special player` or `visualization`; a nickname has 1 to 10 characters.
    pub fn login(&mut self, nickname: &str, role: &str) -> Result<(), GameError> {
        let (nickname, role) = (quoted(nickname), quoted(role));
        self.send(&format!(
            r#"{{"message_type":"LOGIN","nickname":{nickname},"role":{role},"metaprotocol_version":"{VERSION}"}}"#
        ))?;
        self.receive(&["LOGIN_ACK"]).map(|_| ())
    }

    /// Wait for the start of the game.
    pub fn read_game_starts(&mut self) -> Result<GameStarts, GameError> {
        let given = self.receive(&["GAME_STARTS"])?;
        Ok(GameStarts {
            player_id: given.get("player_id")?.whole()?,
            nb_players: given.get("nb_players")?.whole()?,
            nb_special_players: given.get("nb_special_players")?.whole()?,
            nb_turns_max: given.get("nb_turns_max")?.whole()?,
            milliseconds_before_first_turn: given.get("milliseconds_before_first_turn")?.number()?,
            milliseconds_between_turns: given.get("milliseconds_between_turns")?.number()?,
            state: State::read(given.get("initial_game_state")?)?,
            players_info: read_players_info(&given)?,
        })
    }

    /// Wait for the next turn, or the end of the game instead.
    pub fn read_turn(&mut self) -> Result<Next, GameError> {
        let given = self.receive(&["TURN", "GAME_ENDS"])?;
        let state = State::read(given.get("game_state")?)?;
        if given.get("message_type")?.text()? == "GAME_ENDS" {
            return Ok(Next::End(GameEnds { winner_player_id: given.get("winner_player_id")?.whole()?, state }));
        }
        let number = given.get("turn_number")?.whole()?;
        Ok(Next::Turn(Turn { number, state, players_info: read_players_info(&given)? }))
    }

    /// Answer a turn: one order for each character that shall do something.
    pub fn send_orders(&mut self, turn: &Turn, orders: &[Order]) -> Result<(), GameError> {
        let actions: Vec<String> = orders.iter().map(Order::to_json).collect();
        self.send(&format!(
            r#"{{"message_type":"TURN_ACK","turn_number":{},"actions":[{}]}}"#,
            turn.number,
            actions.join(",")
        ))
    }

    /// Play a whole game.
    pub fn play<D>(&mut self, mut decide: D) -> Result<GameEnds, GameError>
    where
        D: FnMut(&GameStarts, &Turn) -> Vec<Order>,
    {
        let start = self.read_game_starts()?;
        loop {
            match self.read_turn()? {
                Next::Turn(turn) => self.send_orders(&turn, &decide(&start, &turn))?,
                Next::End(end) => return Ok(end),
            }
        }
    }

    fn send(&mut self, text: &str) -> Result<(), GameError> {
        let mut frame = (text.len() as u32 + 1).to_le_bytes().to_vec();
        frame.extend_from_slice(text.as_bytes());
        frame.push(b'\n');
        self.line.write_all(&frame).map_err(lost)
    }

    fn receive(&mut self, kinds: &[&str]) -> Result<Json, GameError> {
        let mut head = [0; 4];
        self.line.read_exact(&mut head).map_err(lost)?;
        let size = u32::from_le_bytes(head);
        if size > MOST_OCTETS {
            let problem = format!("a message of {size} octets is announced; expected at most {MOST_OCTETS}");
            return Err(GameError::BadMessage(problem));
        }
        let mut content = vec![0; size as usize];
        self.line.read_exact(&mut content).map_err(lost)?;
        let given = Json::read(&content)?;
        match given.get("message_type")?.text()? {
            "KICK" => Err(GameError::Kicked(given.get("kick_reason")?.text()?.to_string())),
            kind if kinds.contains(&kind) => Ok(given),
            kind => Err(GameError::BadMessage(format!("{kind} has come; expected {}", kinds.join(" or ")))),
        }
    }
}

fn lost(problem: std::io::Error) -> GameError {
    GameError::Disconnected(match problem.kind() {
        ErrorKind::UnexpectedEof => "the server has closed the connection".into(),
        _ => format!("the connection is lost: {problem}"),
    })
}

fn read_players_info(given: &Json) -> Result<Vec<PlayerInfo>, String> {
    let mut found = Vec::new();
    for one in given.get("players_info")?.list()? {
        found.push(PlayerInfo {
            player_id: one.get("player_id")?.whole()?,
            nickname: one.get("nickname")?.text()?.to_string(),
            remote_address: one.get("remote_address")?.text()?.to_string(),
            is_connected: one.get("is_connected")?.truth()?,
        });
    }
    Ok(found)
}
