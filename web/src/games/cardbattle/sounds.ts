// What is heard of each action.
export const sounds: Record<string, string> = {
  come: "march", move: "march", leave: "withdraw", deal: "card", discard: "card", strew: "stab", take: "card", challenge: "horn", reserve: "horn",
  shot: "volley", miss: "slide", hit: "hit", lose: "hurt", burst: "gun", run_out: "plain", resupply: "gain",
  lead: "horn", flanks: "gallop", clash: "clash", evade: "withdraw", raids: "raid", plunder: "plunder",
  rout: "rout", flee: "rout", eliminate: "kill", collapse: "waver", rally_round: "steady", refuse: "waver", spared: "steady",
  mend: "steady", rallied: "gain", pursue: "gallop", away: "gallop", prey: "plain",
  stampede: "rampage", turn_to: "trample", crushed: "kill", fervour: "drum", calm: "withdraw",
  fighters: "drum", bout: "duel", wound: "wound", bundori: "heads", reveal: "plain", hide: "plain", round: "drum", over: "end",
};
