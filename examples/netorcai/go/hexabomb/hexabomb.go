// Package hexabomb speaks hexabomb over netorcai for a program of yours: the connection, the state of the game,
// the orders.
//
//	client, err := hexabomb.Connect("127.0.0.1", 4242)
//	err = client.Login("mybot", "player")
//	end, err := client.Play(decide) // decide(start, turn) gives a slice of orders
//
// Only the standard library is needed. Part of Hoplon, under the MIT licence.
package hexabomb

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

const (
	Version    = "2.0.0"
	Nobody     = -1
	mostOctets = 1 << 24
)

// Disconnected says that there is no connection, or none any more.
type Disconnected struct{ Problem string }

func (e *Disconnected) Error() string { return e.Problem }

// BadMessage says that the server sent what this library does not understand.
type BadMessage struct{ Problem string }

func (e *BadMessage) Error() string { return e.Problem }

// Kicked says that the server has sent us away, for a reason in its own words.
type Kicked struct{ Reason string }

func (e *Kicked) Error() string { return "kicked: " + e.Reason }

// Cell is a place on the board.
type Cell struct {
	Q int `json:"q"`
	R int `json:"r"`
}

// Way is a direction and what it adds to a cell.
type Way struct {
	Name   string
	DQ, DR int
}

var Ways = []Way{{"x+", 1, 0}, {"y+", 1, -1}, {"z+", 0, -1}, {"x-", -1, 0}, {"y-", -1, 1}, {"z-", 0, 1}}

// Step gives the neighbour in a direction; it may not exist.
func (c Cell) Step(way Way) Cell { return Cell{c.Q + way.DQ, c.R + way.DR} }

// Character is a character; a dead one lies where it died, and its ReviveDelay is -1 while it lives.
type Character struct {
	Cell
	ID          int  `json:"id"`
	Color       int  `json:"color"`
	Alive       bool `json:"alive"`
	ReviveDelay int  `json:"revive_delay"`
	BombCount   int  `json:"bomb_count"`
}

// Bomb is a bomb that explodes when its delay is 0.
type Bomb struct {
	Cell
	Color int `json:"color"`
	Range int `json:"range"`
	Delay int `json:"delay"`
}

// Player is what a player has so far; its color is its ID + 1.
type Player struct {
	ID, Score, CellCount int
}

// PlayerInfo is who a player is. Only visualizations are told.
type PlayerInfo struct {
	PlayerID      int    `json:"player_id"`
	Nickname      string `json:"nickname"`
	RemoteAddress string `json:"remote_address"`
	IsConnected   bool   `json:"is_connected"`
}

// State is all there is to see.
type State struct {
	Cells      map[Cell]int // to the color of each; 0 is neutral
	Characters []Character
	Bombs      []Bomb
	Explosions map[Cell]int   // the cells hit in the turn before, to the color of the blast
	Players    map[int]Player // by ID
}

// UnmarshalJSON reads the state as the messages hold it.
func (s *State) UnmarshalJSON(text []byte) error {
	var given struct {
		Cells []struct {
			Cell
			Color int `json:"color"`
		} `json:"cells"`
		Characters []Character    `json:"characters"`
		Bombs      []Bomb         `json:"bombs"`
		Explosions map[int][]Cell `json:"explosions"`
		Score      map[int]int    `json:"score"`
		CellCount  map[int]int    `json:"cell_count"`
	}
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	*s = State{map[Cell]int{}, given.Characters, given.Bombs, map[Cell]int{}, map[int]Player{}}
	for _, one := range given.Cells {
		s.Cells[one.Cell] = one.Color
	}
	for color, hit := range given.Explosions {
		for _, cell := range hit {
			s.Explosions[cell] = color
		}
	}
	for id, score := range given.Score {
		s.Players[id] = Player{id, score, given.CellCount[id]}
	}
	return nil
}

// CharactersOf gives the characters of a player, dead or alive.
func (s *State) CharactersOf(playerID int) []Character {
	var found []Character
	for _, c := range s.Characters {
		if c.Color == playerID+1 {
			found = append(found, c)
		}
	}
	return found
}

// HasBomb says if a bomb lies on a cell.
func (s *State) HasBomb(cell Cell) bool {
	for _, bomb := range s.Bombs {
		if bomb.Cell == cell {
			return true
		}
	}
	return false
}

// Taken gives the cells that nobody can enter: a bomb or a live character is there.
func (s *State) Taken() map[Cell]bool {
	found := map[Cell]bool{}
	for _, bomb := range s.Bombs {
		found[bomb.Cell] = true
	}
	for _, c := range s.Characters {
		if c.Alive {
			found[c.Cell] = true
		}
	}
	return found
}

// GameStarts is the start of the game; the PlayerID of a visualization is Nobody.
type GameStarts struct {
	PlayerID                    int          `json:"player_id"`
	NbPlayers                   int          `json:"nb_players"`
	NbSpecialPlayers            int          `json:"nb_special_players"`
	NbTurnsMax                  int          `json:"nb_turns_max"`
	MillisecondsBeforeFirstTurn float64      `json:"milliseconds_before_first_turn"`
	MillisecondsBetweenTurns    float64      `json:"milliseconds_between_turns"`
	State                       State        `json:"initial_game_state"`
	PlayersInfo                 []PlayerInfo `json:"players_info"`
}

// IsSuddenDeath says if there is a special player; then the dead stay dead.
func (g *GameStarts) IsSuddenDeath() bool { return g.NbSpecialPlayers > 0 }

// Turn wants orders. A slow program misses some, so the numbers may have gaps.
type Turn struct {
	Number      int          `json:"turn_number"`
	State       State        `json:"game_state"`
	PlayersInfo []PlayerInfo `json:"players_info"`
}

// GameEnds is the end of the game; the winner is Nobody if there is none.
type GameEnds struct {
	WinnerPlayerID int   `json:"winner_player_id"`
	State          State `json:"game_state"`
}

// Order is what a character shall do: made by Move, DropBomb or Revive.
type Order struct {
	ID        int    `json:"id"`
	Movement  string `json:"movement"`
	Direction string `json:"direction,omitempty"`
	BombRange int    `json:"bomb_range,omitempty"`
	BombDelay int    `json:"bomb_delay,omitempty"`
}

// Move steps to a neighbouring cell, which takes your color.
func Move(id int, way Way) Order { return Order{ID: id, Movement: "move", Direction: way.Name} }

// DropBomb drops a bomb; range and delay are 2 to 4 (2 to 100 for a special player).
func DropBomb(id, reach, delay int) Order {
	return Order{ID: id, Movement: "bomb", BombRange: reach, BombDelay: delay}
}

// Revive brings a dead character back, once its ReviveDelay is 0.
func Revive(id int) Order { return Order{ID: id, Movement: "revive"} }

// Client is a connection to a server.
type Client struct{ line net.Conn }

// Connect calls a server.
func Connect(host string, port int) (*Client, error) {
	address := net.JoinHostPort(host, strconv.Itoa(port))
	line, err := net.Dial("tcp", address)
	if err != nil {
		return nil, &Disconnected{fmt.Sprintf("cannot connect to %s: %v", address, err)}
	}
	return &Client{line}, nil
}

// Close hangs up.
func (c *Client) Close() error { return c.line.Close() }

// Login logs in as "player", "special player" or "visualization"; a nickname has 1 to 10 characters.
func (c *Client) Login(nickname, role string) error {
	login := map[string]string{
		"message_type": "LOGIN", "nickname": nickname, "role": role, "metaprotocol_version": Version,
	}
	if err := c.send(login); err != nil {
		return err
	}
	_, _, err := c.receive("LOGIN_ACK")
	return err
}

// ReadGameStarts waits for the start of the game.
func (c *Client) ReadGameStarts() (*GameStarts, error) {
	_, content, err := c.receive("GAME_STARTS")
	if err != nil {
		return nil, err
	}
	start := &GameStarts{}
	return start, read(content, start)
}

// ReadTurn waits for the next turn, or the end of the game: one of the two is nil.
func (c *Client) ReadTurn() (*Turn, *GameEnds, error) {
	kind, content, err := c.receive("TURN", "GAME_ENDS")
	if err != nil {
		return nil, nil, err
	}
	if kind == "GAME_ENDS" {
		end := &GameEnds{}
		return nil, end, read(content, end)
	}
	turn := &Turn{}
	return turn, nil, read(content, turn)
}

// SendOrders answers a turn: one order for each character that shall do something.
func (c *Client) SendOrders(turn *Turn, orders []Order) error {
	if orders == nil {
		orders = []Order{} // null is no array
	}
	return c.send(map[string]any{"message_type": "TURN_ACK", "turn_number": turn.Number, "actions": orders})
}

// Play plays a whole game.
func (c *Client) Play(decide func(*GameStarts, *Turn) []Order) (*GameEnds, error) {
	start, err := c.ReadGameStarts()
	if err != nil {
		return nil, err
	}
	for {
		turn, end, err := c.ReadTurn()
		if err != nil || end != nil {
			return end, err
		}
		if err := c.SendOrders(turn, decide(start, turn)); err != nil {
			return nil, err
		}
	}
}

func (c *Client) send(what any) error {
	text, err := json.Marshal(what)
	if err != nil {
		return err
	}
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(text)+1))
	frame = append(append(frame, text...), '\n')
	if _, err := c.line.Write(frame); err != nil {
		return lost(err)
	}
	return nil
}

func (c *Client) receive(kinds ...string) (string, []byte, error) {
	var size uint32
	if err := binary.Read(c.line, binary.LittleEndian, &size); err != nil {
		return "", nil, lost(err)
	}
	if size > mostOctets {
		problem := fmt.Sprintf("a message of %d octets is announced; expected at most %d", size, mostOctets)
		return "", nil, &BadMessage{problem}
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(c.line, content); err != nil {
		return "", nil, lost(err)
	}
	var head struct {
		Kind   string `json:"message_type"`
		Reason string `json:"kick_reason"`
	}
	if err := read(content, &head); err != nil {
		return "", nil, err
	}
	if head.Kind == "KICK" {
		return "", nil, &Kicked{head.Reason}
	}
	for _, kind := range kinds {
		if head.Kind == kind {
			return kind, content, nil
		}
	}
	problem := fmt.Sprintf("%s has come; expected %s", head.Kind, strings.Join(kinds, " or "))
	return "", nil, &BadMessage{problem}
}

func read(content []byte, into any) error {
	if err := json.Unmarshal(content, into); err != nil {
		return &BadMessage{"the message cannot be read: " + err.Error()}
	}
	return nil
}

func lost(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Disconnected{"the server has closed the connection"}
	}
	return &Disconnected{"the connection is lost: " + err.Error()}
}
