// A walker for hexabomb: go run bot.go [HOST [PORT [ROLE]]]
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net"
	"os"
)

type cell struct {
	Q int `json:"q"`
	R int `json:"r"`
}

type state struct {
	Cells []struct {
		cell
		Color int `json:"color"`
	} `json:"cells"`
	Bombs      []cell `json:"bombs"`
	Characters []struct {
		cell
		ID          int  `json:"id"`
		Color       int  `json:"color"`
		Alive       bool `json:"alive"`
		ReviveDelay int  `json:"revive_delay"`
	} `json:"characters"`
}

type message struct {
	Type      string `json:"message_type"`
	PlayerID  int    `json:"player_id"`
	Special   int    `json:"nb_special_players"`
	Turn      int    `json:"turn_number"`
	GameState state  `json:"game_state"`
	Winner    int    `json:"winner_player_id"`
	Reason    string `json:"kick_reason"`
}

type order struct {
	ID        int    `json:"id"`
	Movement  string `json:"movement"`
	Direction string `json:"direction,omitempty"`
}

var ways = []struct {
	name string
	step cell
}{
	{"x+", cell{1, 0}}, {"y+", cell{1, -1}}, {"z+", cell{0, -1}},
	{"x-", cell{-1, 0}}, {"y-", cell{-1, 1}}, {"z-", cell{0, 1}},
}

// decide gives one order for each own character: revive, or step to a free cell, best one to paint.
func decide(s state, me int, canRevive bool) []order {
	colour := me + 1
	colours := map[cell]int{}
	for _, c := range s.Cells {
		colours[c.cell] = c.Color
	}
	taken := map[cell]bool{}
	for _, bomb := range s.Bombs {
		taken[bomb] = true
	}
	for _, c := range s.Characters {
		if c.Alive {
			taken[c.cell] = true
		}
	}
	orders := []order{}
	for _, c := range s.Characters {
		if c.Color != colour {
			continue
		}
		if !c.Alive {
			if canRevive && c.ReviveDelay == 0 {
				orders = append(orders, order{ID: c.ID, Movement: "revive"})
			}
			continue
		}
		var free, fresh []int
		for n, way := range ways {
			to := cell{c.Q + way.step.Q, c.R + way.step.R}
			old, exists := colours[to]
			if !exists || taken[to] {
				continue
			}
			free = append(free, n)
			if old != colour {
				fresh = append(fresh, n)
			}
		}
		if len(fresh) > 0 {
			free = fresh
		}
		if len(free) > 0 {
			way := ways[free[rand.Intn(len(free))]]
			taken[cell{c.Q + way.step.Q, c.R + way.step.R}] = true
			orders = append(orders, order{c.ID, "move", way.name})
		}
	}
	return orders
}

func send(to io.Writer, what any) error {
	text, err := json.Marshal(what)
	if err != nil {
		return err
	}
	framed := binary.LittleEndian.AppendUint32(nil, uint32(len(text)+1))
	framed = append(append(framed, text...), '\n')
	_, err = to.Write(framed)
	return err
}

func receive(from io.Reader) (message, error) {
	var heard message
	var size uint32
	if err := binary.Read(from, binary.LittleEndian, &size); err != nil {
		return heard, err
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(from, text); err != nil {
		return heard, err
	}
	return heard, json.Unmarshal(text, &heard)
}

func play(address, role string) error {
	line, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer line.Close()
	login := map[string]string{
		"message_type": "LOGIN", "nickname": "go", "role": role, "metaprotocol_version": "2.0.0",
	}
	if err := send(line, login); err != nil {
		return err
	}
	me, canRevive := -1, true
	for {
		heard, err := receive(line)
		if err != nil {
			return err
		}
		switch heard.Type {
		case "GAME_STARTS":
			me, canRevive = heard.PlayerID, heard.Special == 0
		case "TURN":
			actions := decide(heard.GameState, me, canRevive)
			answer := map[string]any{"message_type": "TURN_ACK", "turn_number": heard.Turn, "actions": actions}
			if err := send(line, answer); err != nil {
				return err
			}
		case "GAME_ENDS":
			fmt.Println("winner:", heard.Winner)
			return nil
		case "KICK":
			return fmt.Errorf("kicked: %s", heard.Reason)
		}
	}
}

func main() {
	given := []string{"127.0.0.1", "4242", "player"}
	copy(given, os.Args[1:])
	if err := play(net.JoinHostPort(given[0], given[1]), given[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
