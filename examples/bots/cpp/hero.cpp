// A hero for CodeKeeper: strikes what stands beside him, fetches what lies around, explores the rest.
#include <array>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

constexpr int width = 16, height = 12, patience = 3;
constexpr int exit_type = 0, obstacle = 1, first_monster = 7;

struct Thing {
    int x, y, type, value;
};

using Visits = std::array<std::array<int, height>, width>;

std::string command(const std::string& verb, int x, int y, const std::string& message = "") {
    return verb + " " + std::to_string(x) + " " + std::to_string(y) + message;
}

std::string choose(int x, int y, const std::vector<Thing>& seen, const Visits& visits) {
    const auto away = [&](const Thing& thing) { return std::abs(thing.x - x) + std::abs(thing.y - y); };
    for (const auto& thing : seen)
        if (thing.type >= first_monster && away(thing) == 1)
            return command("ATTACK 0", thing.x, thing.y, " have at you");
    const Thing* nearest = nullptr;
    std::set<std::pair<int, int>> walls;
    for (const auto& thing : seen) {
        if (thing.type == obstacle)
            walls.insert({thing.x, thing.y});
        else if (thing.type < first_monster && (!nearest || away(thing) < away(*nearest)))
            nearest = &thing;
    }
    if (nearest && visits[x][y] <= patience) return command("MOVE", nearest->x, nearest->y, " that is mine");
    int to_x = x, to_y = y;
    for (const auto& [i, j] : {std::pair{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}}) {
        if (i < 0 || i >= width || j < 0 || j >= height || walls.count({i, j})) continue;
        if ((to_x == x && to_y == y) || visits[i][j] < visits[to_x][to_y]) to_x = i, to_y = j;
    }
    return command("MOVE", to_x, to_y);
}

int main() {
    Visits visits{};
    int x, y, health, score, hammer, scythe, bow, count;
    while (std::cin >> x >> y >> health >> score >> hammer >> scythe >> bow >> count) {
        std::vector<Thing> seen(count);
        for (auto& thing : seen) std::cin >> thing.x >> thing.y >> thing.type >> thing.value;
        ++visits[x][y];
        std::cout << choose(x, y, seen, visits) << std::endl;
    }
}
