// A walker for hexabomb: ./bot [HOST [PORT [ROLE]]]
// C++17 and POSIX sockets, nothing else.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

// --- as much of JSON as the protocol needs --------------------------------------------------------

struct Json {
    std::string text;            // of a text
    double number = 0;           // of a number; a boolean is 0 or 1
    std::vector<Json> items;     // of an array
    std::map<std::string, Json> fields;  // of an object

    const Json &operator[](const std::string &name) const { return fields.at(name); }
    int whole() const { return static_cast<int>(number); }
};

class Parser {
  public:
    explicit Parser(const std::string &text) : text_(text) {}

    Json value() {
        Json found;
        switch (peek()) {
        case '{':
            list('}', [&] {
                std::string name = string();
                expect(':');
                found.fields[name] = value();
            });
            break;
        case '[':
            list(']', [&] { found.items.push_back(value()); });
            break;
        case '"':
            found.text = string();
            break;
        case 't':
            at_ += 4;
            found.number = 1;
            break;
        case 'f':
            at_ += 5;
            break;
        case 'n':
            at_ += 4;
            break;
        default: {
            const char *from = text_.c_str() + at_;
            char *end = nullptr;
            found.number = std::strtod(from, &end);
            if (end == from) throw std::runtime_error("the message is not JSON");
            at_ += static_cast<std::size_t>(end - from);
        }
        }
        return found;
    }

  private:
    char peek() {
        at_ = text_.find_first_not_of(" \t\r\n", at_);
        if (at_ == std::string::npos) throw std::runtime_error("the message is cut off");
        return text_[at_];
    }

    void expect(char sign) {
        if (peek() != sign) throw std::runtime_error("the message is not JSON");
        ++at_;
    }

    template <typename Element> void list(char end, Element element) {
        ++at_;
        if (peek() == end) {
            ++at_;
            return;
        }
        for (element(); peek() == ','; element()) ++at_;
        expect(end);
    }

    std::string string() {
        expect('"');
        std::string found;
        while (text_.at(at_) != '"') {
            if (text_[at_] != '\\') {
                found += text_[at_++];
            } else if (text_.at(at_ + 1) == 'u') {
                found += static_cast<char>(std::stoi(text_.substr(at_ + 2, 4), nullptr, 16));
                at_ += 6;
            } else {
                found += text_[at_ + 1];
                at_ += 2;
            }
        }
        ++at_;
        return found;
    }

    const std::string &text_;
    std::size_t at_ = 0;
};

// --- the connection -------------------------------------------------------------------------------

class Line {
  public:
    Line(const std::string &host, const std::string &port) {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo *found = nullptr;
        if (int problem = getaddrinfo(host.c_str(), port.c_str(), &hints, &found))
            throw std::runtime_error(gai_strerror(problem));
        for (addrinfo *a = found; a && fd_ < 0; a = a->ai_next) {
            fd_ = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
            if (fd_ >= 0 && connect(fd_, a->ai_addr, a->ai_addrlen) != 0) {
                close(fd_);
                fd_ = -1;
            }
        }
        freeaddrinfo(found);
        if (fd_ < 0) throw std::runtime_error("nobody answers at " + host + ":" + port);
        int yes = 1;
        setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }
    Line(const Line &) = delete;
    Line &operator=(const Line &) = delete;
    ~Line() { close(fd_); }

    void say(const std::string &text) {
        std::uint32_t size = static_cast<std::uint32_t>(text.size() + 1);
        std::string frame;
        for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(size >> shift & 0xff);
        frame += text + "\n";
        for (std::size_t sent = 0; sent < frame.size();) {
            ssize_t n = send(fd_, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
            if (n <= 0) throw std::runtime_error("the connection is lost");
            sent += static_cast<std::size_t>(n);
        }
    }

    Json hear() {
        std::string head = exactly(4);
        std::uint32_t size = 0;
        for (int k = 3; k >= 0; --k) size = size << 8 | static_cast<unsigned char>(head[k]);
        std::string text = exactly(size);
        return Parser(text).value();
    }

  private:
    std::string exactly(std::size_t size) {
        std::string found(size, '\0');
        for (std::size_t got = 0; got < size;) {
            ssize_t n = recv(fd_, found.data() + got, size - got, 0);
            if (n <= 0) throw std::runtime_error("the connection is lost");
            got += static_cast<std::size_t>(n);
        }
        return found;
    }

    int fd_ = -1;
};

// --- the bot --------------------------------------------------------------------------------------

using Cell = std::pair<int, int>;

const std::pair<const char *, Cell> WAYS[] = {{"x+", {1, 0}},  {"y+", {1, -1}}, {"z+", {0, -1}},
                                              {"x-", {-1, 0}}, {"y-", {-1, 1}}, {"z-", {0, 1}}};

Cell cell_of(const Json &thing) { return {thing["q"].whole(), thing["r"].whole()}; }

// One order for each own character: revive, or step to a free cell, best one to paint.
std::string decide(const Json &state, int me, bool can_revive, std::mt19937 &dice) {
    const int colour = me + 1;
    std::map<Cell, int> colours;
    for (const Json &cell : state["cells"].items) colours[cell_of(cell)] = cell["color"].whole();
    std::set<Cell> taken;
    for (const Json &bomb : state["bombs"].items) taken.insert(cell_of(bomb));
    for (const Json &c : state["characters"].items)
        if (c["alive"].number != 0) taken.insert(cell_of(c));

    std::string orders;
    auto order = [&](const Json &c, const std::string &rest) {
        orders += (orders.empty() ? "" : ",") + std::string("{\"id\":") + std::to_string(c["id"].whole()) +
                  ",\"movement\":" + rest + "}";
    };
    for (const Json &c : state["characters"].items) {
        if (c["color"].whole() != colour) continue;
        if (c["alive"].number == 0) {
            if (can_revive && c["revive_delay"].whole() == 0) order(c, "\"revive\"");
            continue;
        }
        std::vector<std::size_t> free, fresh;
        const Cell here = cell_of(c);
        auto target = [&](std::size_t way) {
            return Cell{here.first + WAYS[way].second.first, here.second + WAYS[way].second.second};
        };
        for (std::size_t way = 0; way < std::size(WAYS); ++way) {
            auto found = colours.find(target(way));
            if (found == colours.end() || taken.count(found->first)) continue;
            free.push_back(way);
            if (found->second != colour) fresh.push_back(way);
        }
        if (!fresh.empty()) free = fresh;
        if (free.empty()) continue;
        const std::size_t way = free[dice() % free.size()];
        taken.insert(target(way));
        order(c, std::string("\"move\",\"direction\":\"") + WAYS[way].first + "\"");
    }
    return "[" + orders + "]";
}

int play(const std::string &host, const std::string &port, const std::string &role) {
    std::mt19937 dice{std::random_device{}()};
    Line line(host, port);
    line.say("{\"message_type\":\"LOGIN\",\"nickname\":\"cpp\",\"role\":\"" + role +
             "\",\"metaprotocol_version\":\"2.0.0\"}");
    int me = -1;
    bool can_revive = true;
    for (;;) {
        const Json heard = line.hear();
        const std::string &kind = heard["message_type"].text;
        if (kind == "GAME_STARTS") {
            me = heard["player_id"].whole();
            can_revive = heard["nb_special_players"].whole() == 0;
        } else if (kind == "TURN") {
            line.say("{\"message_type\":\"TURN_ACK\",\"turn_number\":" +
                     std::to_string(heard["turn_number"].whole()) +
                     ",\"actions\":" + decide(heard["game_state"], me, can_revive, dice) + "}");
        } else if (kind == "GAME_ENDS") {
            std::cout << "winner: " << heard["winner_player_id"].whole() << std::endl;
            return 0;
        } else if (kind == "KICK") {
            std::cerr << "kicked: " << heard["kick_reason"].text << std::endl;
            return 1;
        }
    }
}

int main(int argc, char **argv) {
    const std::vector<std::string> given(argv + 1, argv + argc);
    auto word = [&](std::size_t n, const char *otherwise) {
        return n < given.size() ? given[n] : std::string(otherwise);
    };
    try {
        return play(word(0, "127.0.0.1"), word(1, "4242"), word(2, "player"));
    } catch (const std::exception &problem) {
        std::cerr << problem.what() << std::endl;
        return 1;
    }
}
