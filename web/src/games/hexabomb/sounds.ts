// What is heard of each action.
export const sounds: Record<string, string> = { move: "step", bomb: "bomb", explode: "blast", burn: "fire", kill: "kill", revive: "revive", restart: "horn", finish: "end" };
