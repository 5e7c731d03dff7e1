CREATE TABLE bot_turns (
	"match" VARCHAR(32) NOT NULL,
	seat INTEGER NOT NULL,
	number INTEGER NOT NULL,
	content TEXT NOT NULL,
	PRIMARY KEY ("match", seat, number)
);
INSERT INTO "bot_turns" VALUES('acd0998eab67',0,1,'{"spent": [0.0013292559997353237, 0.0, 0.0], "turn": 1, "answer": "", "errors": "", "message": ""}');
CREATE TABLE choices (
	"match" VARCHAR(32) NOT NULL,
	number INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY ("match", number)
);
INSERT INTO "choices" VALUES('200bb3484717',1,0,'walk n');
INSERT INTO "choices" VALUES('200bb3484717',2,0,'walk n');
INSERT INTO "choices" VALUES('12bc54cf5b04',1,0,'move x-');
INSERT INTO "choices" VALUES('342b105d0ec8',1,0,'move y-');
INSERT INTO "choices" VALUES('342b105d0ec8',2,0,'move y-');
INSERT INTO "choices" VALUES('342b105d0ec8',3,1,'move y+');
INSERT INTO "choices" VALUES('342b105d0ec8',4,1,'move y+');
INSERT INTO "choices" VALUES('342b105d0ec8',5,1,'move y-');
INSERT INTO "choices" VALUES('342b105d0ec8',6,1,'move y+');
INSERT INTO "choices" VALUES('342b105d0ec8',7,0,'move y+');
INSERT INTO "choices" VALUES('342b105d0ec8',8,0,'move y-');
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL,
	game VARCHAR(64) NOT NULL,
	version INTEGER NOT NULL,
	seed BIGINT NOT NULL,
	dice BIGINT NOT NULL,
	options TEXT NOT NULL,
	seats TEXT NOT NULL,
	open BOOLEAN NOT NULL,
	listed BOOLEAN NOT NULL,
	pace FLOAT NOT NULL,
	made FLOAT NOT NULL,
	changed FLOAT NOT NULL,
	turn INTEGER NOT NULL,
	ended TEXT,
	scores TEXT NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('200bb3484717','hoplite',1,7,194132124593,'{}','[{"player": "me", "name": "Hero", "bot": "", "token": "dd131fa68243425487aaea184f12fa05470c0de9a0ad5360d326c24a1afce499", "fault": "", "title": "Hero"}]',FALSE,TRUE,0.0,1.7948526600316932201e+09,1.79485266013244152069e+09,2,NULL,'[0]');
INSERT INTO "matches" VALUES('342b105d0ec8','hexabomb',1,5,81857236408,'{"turns": "2"}','[{"player": "bot", "name": "hunter 0", "bot": "hunter", "token": "", "fault": "", "title": "Player 0"}, {"player": "bot", "name": "hunter 1", "bot": "hunter", "token": "", "fault": "", "title": "Player 1"}]',FALSE,TRUE,0.0,1.79485266013704299926e+09,1.79485266098271584516e+09,2,'drawn','[9, 9]');
INSERT INTO "matches" VALUES('12bc54cf5b04','hexabomb',1,9223372036854775807,996119622151,'{"turns": "20"}','[{"player": "me", "name": "Ada", "bot": "", "token": "f6fc66b9e6994d251159929b1ae18dd9dc09ba20b13fb92d1318170d5f7f1883", "fault": "", "title": "Player 0"}, {"player": "friend", "name": "Player 1", "bot": "", "token": "053bc1c38cc11b60c958609bd7048bbba413aea3db36d679ec0e21b97c69a5e4", "fault": "", "title": "Player 1"}]',FALSE,TRUE,0.0,1.79485266014156723017e+09,1.79485266025763869285e+09,0,NULL,'[0, 0]');
INSERT INTO "matches" VALUES('acd0998eab67','hoplite',1,9,949056392176,'{}','[{"player": "bot", "name": "/bin/true", "bot": "/bin/true", "token": "", "fault": "the bot /bin/true gave no choice: it ended by itself with exit code 0", "title": "Hero"}]',FALSE,FALSE,0.0,1.79485266101836085312e+09,1.79485266117098808289e+09,0,NULL,'[0]');
CREATE TABLE undone (
	"match" VARCHAR(32) NOT NULL,
	number INTEGER NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY ("match", number)
);
INSERT INTO "undone" VALUES('200bb3484717',3,'walk se');
CREATE INDEX ix_matches_changed ON matches (changed);
