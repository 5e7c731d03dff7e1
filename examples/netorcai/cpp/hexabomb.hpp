// hexabomb over netorcai for a program of yours: the connection, the state of the game, the orders.
//
//   hexabomb::Client client("127.0.0.1", "4242");
//   client.login("mybot");
//   hexabomb::GameEnds end = client.play(decide); // decide(start, turn) gives a vector of orders
//
// C++17 and POSIX sockets, nothing else. Part of Hoplon, under the MIT licence.
#pragma once

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "json.hpp"

namespace hexabomb {

constexpr const char *VERSION = "2.0.0";
constexpr int NOBODY = -1;
constexpr std::uint32_t MOST_OCTETS = 1u << 24;

// What can go wrong between a program and the server.
struct GameError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// There is no connection, or none any more.
struct Disconnected : GameError {
    using GameError::GameError;
};

// The server sent what this library does not understand.
struct BadMessage : GameError {
    using GameError::GameError;
};

// The server has sent us away; `reason` is its own sentence.
struct Kicked : GameError {
    explicit Kicked(const std::string &why) : GameError("kicked: " + why), reason(why) {}
    std::string reason;
};

// A direction and what it adds to a cell.
struct Way {
    const char *name;
    int dq, dr;
};

constexpr std::array<Way, 6> WAYS = {
    {{"x+", 1, 0}, {"y+", 1, -1}, {"z+", 0, -1}, {"x-", -1, 0}, {"y-", -1, 1}, {"z-", 0, 1}}};

// A place on the board.
struct Cell {
    int q = 0, r = 0;

    // The neighbour in a direction; it may not exist.
    Cell step(const Way &way) const { return {q + way.dq, r + way.dr}; }
    bool operator<(const Cell &other) const { return q != other.q ? q < other.q : r < other.r; }
    bool operator==(const Cell &other) const { return q == other.q && r == other.r; }
};

// A character; a dead one lies where it died, and its revive_delay is -1 while it lives.
struct Character {
    int id, color;
    Cell cell;
    bool alive;
    int revive_delay, bomb_count;
};

// A bomb that explodes when its delay is 0.
struct Bomb {
    int color;
    Cell cell;
    int range, delay;
};

// What a player has so far; its color is its id + 1.
struct Player {
    int id, score, cell_count;
};

// Who a player is. Only visualizations are told.
struct PlayerInfo {
    int player_id;
    std::string nickname, remote_address;
    bool is_connected;
};

// All there is to see.
struct State {
    std::map<Cell, int> cells; // to the color of each; 0 is neutral
    std::vector<Character> characters;
    std::vector<Bomb> bombs;
    std::map<Cell, int> explosions; // the cells hit in the turn before, to the color of the blast
    std::map<int, Player> players;  // by id

    // The characters of a player, dead or alive.
    std::vector<Character> characters_of(int player_id) const {
        std::vector<Character> found;
        for (const Character &c : characters)
            if (c.color == player_id + 1) found.push_back(c);
        return found;
    }

    bool has_bomb(const Cell &cell) const {
        for (const Bomb &bomb : bombs)
            if (bomb.cell == cell) return true;
        return false;
    }

    // The cells that nobody can enter: a bomb or a live character is there.
    std::set<Cell> taken() const {
        std::set<Cell> found;
        for (const Bomb &bomb : bombs) found.insert(bomb.cell);
        for (const Character &c : characters)
            if (c.alive) found.insert(c.cell);
        return found;
    }
};

// The start of the game; the player_id of a visualization is NOBODY.
struct GameStarts {
    int player_id, nb_players, nb_special_players, nb_turns_max;
    double milliseconds_before_first_turn, milliseconds_between_turns;
    State state;
    std::vector<PlayerInfo> players_info;

    // With a special player the dead stay dead.
    bool is_sudden_death() const { return nb_special_players > 0; }
};

// A turn that wants orders. A slow program misses some, so the numbers may have gaps.
struct Turn {
    int number;
    State state;
    std::vector<PlayerInfo> players_info;
};

// The end of the game; the winner is NOBODY if there is none.
struct GameEnds {
    int winner_player_id;
    State state;
};

// What a character shall do: made by move, bomb or revive.
struct Order {
    std::string text; // as JSON
};

// Step to a neighbouring cell, which takes your color.
inline Order move(int character_id, const Way &way) {
    return {"{\"id\":" + std::to_string(character_id) + ",\"movement\":\"move\",\"direction\":\"" + way.name +
            "\"}"};
}

// Drop a bomb; range and delay are 2 to 4 (2 to 100 for a special player).
inline Order bomb(int character_id, int range, int delay) {
    return {"{\"id\":" + std::to_string(character_id) + ",\"movement\":\"bomb\",\"bomb_range\":" +
            std::to_string(range) + ",\"bomb_delay\":" + std::to_string(delay) + "}"};
}

// Bring a dead character back, once its revive_delay is 0.
inline Order revive(int character_id) {
    return {"{\"id\":" + std::to_string(character_id) + ",\"movement\":\"revive\"}"};
}

// --- reading -------------------------------------------------------------------------------------

inline Cell read_cell(const json::Value &given) { return {given["q"].whole(), given["r"].whole()}; }

inline State read_state(const json::Value &given) {
    State state;
    for (const auto &one : given["cells"].items()) state.cells[read_cell(one)] = one["color"].whole();
    for (const auto &c : given["characters"].items())
        state.characters.push_back({c["id"].whole(), c["color"].whole(), read_cell(c), c["alive"].truth(),
                                    c["revive_delay"].whole(), c["bomb_count"].whole()});
    for (const auto &b : given["bombs"].items())
        state.bombs.push_back({b["color"].whole(), read_cell(b), b["range"].whole(), b["delay"].whole()});
    for (const auto &[color, hit] : given["explosions"].fields())
        for (const auto &one : hit.items()) state.explosions[read_cell(one)] = std::atoi(color.c_str());
    for (const auto &[name, score] : given["score"].fields()) {
        const int id = std::atoi(name.c_str());
        state.players[id] = {id, score.whole(), given["cell_count"][name].whole()};
    }
    return state;
}

inline std::vector<PlayerInfo> read_players_info(const json::Value &given) {
    std::vector<PlayerInfo> found;
    for (const auto &one : given["players_info"].items())
        found.push_back({one["player_id"].whole(), one["nickname"].text(), one["remote_address"].text(),
                         one["is_connected"].truth()});
    return found;
}

// Calls a function that reads a message.
template <typename Read> auto understood(Read read) {
    try {
        return read();
    } catch (const json::Error &problem) {
        throw BadMessage(problem.what());
    }
}

// --- the connection ------------------------------------------------------------------------------

// A connection to a server, until it goes out of scope.
class Client {
  public:
    explicit Client(const std::string &host = "127.0.0.1", const std::string &port = "4242") {
        const std::string where = "cannot connect to " + host + ":" + port + ": ";
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo *found = nullptr;
        if (const int problem = getaddrinfo(host.c_str(), port.c_str(), &hints, &found))
            throw Disconnected(where + gai_strerror(problem));
        int failed = 0;
        for (addrinfo *a = found; a && fd_ < 0; a = a->ai_next) {
            fd_ = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
            if (fd_ < 0 || connect(fd_, a->ai_addr, a->ai_addrlen) == 0) continue;
            failed = errno;
            close(fd_);
            fd_ = -1;
        }
        freeaddrinfo(found);
        if (fd_ < 0) throw Disconnected(where + std::strerror(failed));
        const int yes = 1;
        setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;
    ~Client() { close(fd_); }

    // Log in as `player`, `special player` or `visualization`; a nickname has 1 to 10 characters.
    void login(const std::string &nickname, const std::string &role = "player") {
        send("{\"message_type\":\"LOGIN\",\"nickname\":" + json::quoted(nickname) +
             ",\"role\":" + json::quoted(role) + ",\"metaprotocol_version\":\"" + VERSION + "\"}");
        receive({"LOGIN_ACK"});
    }

    // Wait for the start of the game.
    GameStarts read_game_starts() {
        const json::Value given = receive({"GAME_STARTS"});
        return understood([&] {
            return GameStarts{given["player_id"].whole(),
                              given["nb_players"].whole(),
                              given["nb_special_players"].whole(),
                              given["nb_turns_max"].whole(),
                              given["milliseconds_before_first_turn"].number(),
                              given["milliseconds_between_turns"].number(),
                              read_state(given["initial_game_state"]),
                              read_players_info(given)};
        });
    }

    // Wait for the next turn, or the end of the game instead.
    std::variant<Turn, GameEnds> read_turn() {
        const json::Value given = receive({"TURN", "GAME_ENDS"});
        return understood([&]() -> std::variant<Turn, GameEnds> {
            State state = read_state(given["game_state"]);
            if (given["message_type"].text() == "GAME_ENDS")
                return GameEnds{given["winner_player_id"].whole(), state};
            return Turn{given["turn_number"].whole(), state, read_players_info(given)};
        });
    }

    // Answer a turn: one order for each character that shall do something.
    void send_orders(const Turn &turn, const std::vector<Order> &orders) {
        std::string actions;
        for (const Order &order : orders) actions += (actions.empty() ? "" : ",") + order.text;
        send("{\"message_type\":\"TURN_ACK\",\"turn_number\":" + std::to_string(turn.number) +
             ",\"actions\":[" + actions + "]}");
    }

    // Play a whole game.
    template <typename Decide> GameEnds play(Decide decide) {
        const GameStarts start = read_game_starts();
        for (;;) {
            const auto heard = read_turn();
            if (const auto *end = std::get_if<GameEnds>(&heard)) return *end;
            const Turn &turn = std::get<Turn>(heard);
            send_orders(turn, decide(start, turn));
        }
    }

  private:
    void send(const std::string &text) {
        const auto size = static_cast<std::uint32_t>(text.size() + 1);
        std::string frame;
        for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(size >> shift & 0xff);
        frame += text + "\n";
        for (std::size_t sent = 0; sent < frame.size();) {
            const ssize_t n = ::send(fd_, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) throw Disconnected(std::string("the connection is lost: ") + std::strerror(errno));
            sent += static_cast<std::size_t>(n);
        }
    }

    json::Value receive(const std::vector<std::string> &kinds) {
        const std::string head = octets(4);
        std::uint32_t size = 0;
        for (int k = 3; k >= 0; --k) size = size << 8 | static_cast<unsigned char>(head[k]);
        if (size > MOST_OCTETS)
            throw BadMessage("a message of " + std::to_string(size) + " octets is announced; expected at most " +
                             std::to_string(MOST_OCTETS));
        const std::string text = octets(size);
        return understood([&] {
            json::Value given = json::read(text);
            const std::string &kind = given["message_type"].text();
            if (kind == "KICK") throw Kicked(given["kick_reason"].text());
            std::string expected;
            for (const std::string &one : kinds) {
                if (one == kind) return given;
                expected += (expected.empty() ? "" : " or ") + one;
            }
            throw BadMessage(kind + " has come; expected " + expected);
        });
    }

    std::string octets(std::size_t size) {
        std::string found(size, '\0');
        for (std::size_t got = 0; got < size;) {
            const ssize_t n = recv(fd_, found.data() + got, size - got, 0);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) throw Disconnected(std::string("the connection is lost: ") + std::strerror(errno));
            if (n == 0) throw Disconnected("the server has closed the connection");
            got += static_cast<std::size_t>(n);
        }
        return found;
    }

    int fd_ = -1;
};

} // namespace hexabomb
