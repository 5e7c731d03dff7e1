// A bot for every game but CodeKeeper: it picks one of the legal choices with dice of its own.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

// The texts of the list in `{"legal":["walk n","walk ne"],...}`. Choices have no quotes, brackets or backslashes in
// them, so no JSON library is needed to pick them out.
std::vector<std::string> legal_choices(const std::string& line) {
    std::vector<std::string> choices;
    const auto end = line.find(']');
    auto open = line.find('"', line.find('['));
    while (open < end) {
        const auto close = line.find('"', open + 1);
        choices.push_back(line.substr(open + 1, close - open - 1));
        open = line.find('"', close + 1);
    }
    return choices;
}

int main() {
    std::uint64_t dice = 1;
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.rfind("{\"hello\"", 0) == 0) {
            // Dice from the number that the referee hands out: the same match again gives the same choices.
            const std::string key = "\"dice\":";
            dice = std::stoull(line.substr(line.find(key) + key.size())) % 2147483646 + 1;
        } else if (line.rfind("{\"view\"", 0) == 0) {
            // What this seat sees: think here.
        } else if (line.rfind("{\"legal\"", 0) == 0) {
            const auto choices = legal_choices(line);
            dice = dice * 48271 % 2147483647;
            std::cout << "{\"choice\":\"" << choices[dice % choices.size()] << "\"}" << std::endl;
        } else if (line.rfind("{\"end\"", 0) == 0) {
            return 0;
        }
    }
}
