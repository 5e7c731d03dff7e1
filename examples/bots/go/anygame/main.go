// A bot for every game but CodeKeeper: it picks one of the legal choices with dice of its own.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
)

type message struct {
	Hello *struct {
		Dice uint64 `json:"dice"`
	} `json:"hello"`
	View  json.RawMessage `json:"view"`
	Legal []string        `json:"legal"`
	End   json.RawMessage `json:"end"`
}

func main() {
	dice := uint64(1)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var said message
		if err := json.Unmarshal(lines.Bytes(), &said); err != nil {
			log.Fatal(err)
		}
		switch {
		case said.Hello != nil:
			// Dice from the number that the referee hands out: the same match again gives the same choices.
			dice = said.Hello.Dice%2147483646 + 1
		case said.View != nil:
			// What this seat sees: think here.
		case said.Legal != nil:
			dice = dice * 48271 % 2147483647
			choice, _ := json.Marshal(said.Legal[dice%uint64(len(said.Legal))])
			fmt.Printf("{\"choice\":%s}\n", choice)
		case said.End != nil:
			return
		}
	}
}
