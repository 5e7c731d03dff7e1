module hoplon.example/bots

go 1.19
