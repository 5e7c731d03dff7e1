// A bot for hexabomb that moves, bombs and revives: go run . [--seed N] [HOST [PORT [ROLE]]]
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"bot/hexabomb"
)

const oneBombIn = 4

// dice gives the same numbers for the same seed, in every language that this bot is written in.
type dice struct{ state uint32 }

// below gives a number from 0 to n - 1.
func (d *dice) below(n int) int {
	d.state = d.state*1664525 + 1013904223
	return int(d.state>>16) % n
}

// decide revives the dead, drops a bomb now and then, else steps to a free cell, best one to paint.
func decide(start *hexabomb.GameStarts, turn *hexabomb.Turn, d *dice) []hexabomb.Order {
	state := &turn.State
	color := start.PlayerID + 1
	taken := state.Taken()
	var orders []hexabomb.Order
	for _, c := range state.CharactersOf(start.PlayerID) {
		if !c.Alive {
			if c.ReviveDelay == 0 && !start.IsSuddenDeath() {
				orders = append(orders, hexabomb.Revive(c.ID))
			}
			continue
		}
		if c.BombCount > 0 && !state.HasBomb(c.Cell) && d.below(oneBombIn) == 0 {
			reach := 2 + d.below(3)
			delay := 2 + d.below(3)
			orders = append(orders, hexabomb.DropBomb(c.ID, reach, delay))
			continue
		}
		var free, fresh []hexabomb.Way
		for _, way := range hexabomb.Ways {
			old, exists := state.Cells[c.Step(way)]
			if !exists || taken[c.Step(way)] {
				continue
			}
			free = append(free, way)
			if old != color {
				fresh = append(fresh, way)
			}
		}
		wanted := fresh
		if len(wanted) == 0 {
			wanted = free
		}
		if len(wanted) > 0 {
			way := wanted[d.below(len(wanted))]
			taken[c.Step(way)] = true
			orders = append(orders, hexabomb.Move(c.ID, way))
		}
	}
	return orders
}

type arguments struct {
	seed uint32
	host string
	port int
	role string
}

// wholeNumber reads a number of the command line.
func wholeNumber(what, text string, least, most uint64) (uint64, error) {
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil || number < least || number > most {
		return 0, fmt.Errorf("the %s is '%s'; expected a whole number from %d to %d", what, text, least, most)
	}
	return number, nil
}

func readArguments(given []string) (arguments, error) {
	seedText, words := "1", []string{}
	for k := 0; k < len(given); k++ {
		switch word := given[k]; {
		case word == "--seed" && k+1 < len(given):
			k++
			seedText = given[k]
		case strings.HasPrefix(word, "--") || len(words) == 3:
			return arguments{}, fmt.Errorf("'%s' is not understood", word)
		default:
			words = append(words, word)
		}
	}
	all := []string{"127.0.0.1", "4242", "player"}
	copy(all, words)
	seed, err := wholeNumber("seed", seedText, 0, 1<<32-1)
	if err != nil {
		return arguments{}, err
	}
	port, err := wholeNumber("port", all[1], 1, 65535)
	return arguments{uint32(seed), all[0], int(port), all[2]}, err
}

func play(given arguments) (*hexabomb.GameEnds, error) {
	client, err := hexabomb.Connect(given.host, given.port)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	if err := client.Login("go", given.role); err != nil {
		return nil, err
	}
	d := &dice{given.seed}
	return client.Play(func(start *hexabomb.GameStarts, turn *hexabomb.Turn) []hexabomb.Order {
		return decide(start, turn, d)
	})
}

func main() {
	given, err := readArguments(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "usage: bot [--seed N] [HOST [PORT [ROLE]]]\n%v\n", err)
		os.Exit(2)
	}
	end, err := play(given)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("winner:", end.WinnerPlayerID)
}
