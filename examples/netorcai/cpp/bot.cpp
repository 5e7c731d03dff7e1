// A bot for hexabomb that moves, bombs and revives: ./bot [--seed N] [HOST [PORT [ROLE]]]
#include <cstdint>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "hexabomb.hpp"

using namespace hexabomb;

constexpr int ONE_BOMB_IN = 4;

// The same numbers for the same seed, in every language that this bot is written in.
struct Dice {
    std::uint32_t state;

    // A number from 0 to n - 1.
    int below(std::size_t n) {
        state = state * 1664525u + 1013904223u;
        return static_cast<int>((state >> 16) % n);
    }
};

// Revive the dead, drop a bomb now and then, else step to a free cell, best one to paint.
std::vector<Order> decide(const GameStarts &start, const Turn &turn, Dice &dice) {
    const State &state = turn.state;
    const int color = start.player_id + 1;
    std::set<Cell> taken = state.taken();
    std::vector<Order> orders;
    for (const Character &c : state.characters_of(start.player_id)) {
        if (!c.alive) {
            if (c.revive_delay == 0 && !start.is_sudden_death()) orders.push_back(revive(c.id));
            continue;
        }
        if (c.bomb_count > 0 && !state.has_bomb(c.cell) && dice.below(ONE_BOMB_IN) == 0) {
            const int range = 2 + dice.below(3);
            const int delay = 2 + dice.below(3);
            orders.push_back(bomb(c.id, range, delay));
            continue;
        }
        std::vector<Way> free, fresh;
        for (const Way &way : WAYS) {
            const auto found = state.cells.find(c.cell.step(way));
            if (found == state.cells.end() || taken.count(found->first)) continue;
            free.push_back(way);
            if (found->second != color) fresh.push_back(way);
        }
        const std::vector<Way> &wanted = fresh.empty() ? free : fresh;
        if (!wanted.empty()) {
            const Way way = wanted[dice.below(wanted.size())];
            taken.insert(c.cell.step(way));
            orders.push_back(move(c.id, way));
        }
    }
    return orders;
}

// A number of the command line.
std::uint32_t whole_number(const std::string &what, const std::string &text, std::uint64_t least,
                           std::uint64_t most) {
    const bool digits = !text.empty() && text.size() < 20 && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || std::stoull(text) < least || std::stoull(text) > most)
        throw std::invalid_argument("the " + what + " is '" + text + "'; expected a whole number from " +
                                    std::to_string(least) + " to " + std::to_string(most));
    return static_cast<std::uint32_t>(std::stoull(text));
}

int main(int argc, char **argv) {
    std::vector<std::string> given = {"127.0.0.1", "4242", "player"};
    std::string seed = "1";
    Dice dice{1};
    try {
        std::size_t n = 0;
        for (int k = 1; k < argc; ++k) {
            const std::string word = argv[k];
            if (word == "--seed" && k + 1 < argc)
                seed = argv[++k];
            else if (word.rfind("--", 0) == 0 || n == given.size())
                throw std::invalid_argument("'" + word + "' is not understood");
            else
                given[n++] = word;
        }
        dice.state = whole_number("seed", seed, 0, 0xffffffff);
        whole_number("port", given[1], 1, 65535);
    } catch (const std::invalid_argument &problem) {
        std::cerr << "usage: bot [--seed N] [HOST [PORT [ROLE]]]\n" << problem.what() << std::endl;
        return 2;
    }
    try {
        Client client(given[0], given[1]);
        client.login("cpp", given[2]);
        const GameEnds end =
            client.play([&](const GameStarts &start, const Turn &turn) { return decide(start, turn, dice); });
        std::cout << "winner: " << end.winner_player_id << std::endl;
        return 0;
    } catch (const GameError &problem) {
        std::cerr << problem.what() << std::endl;
        return 1;
    }
}
