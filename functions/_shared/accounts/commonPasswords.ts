/**
 * The most commonly tried passwords, in lower case: about 1050 with six or more characters, compiled by hand from known
 * patterns (keyboard rows, names, clubs, variants of "password"). Hosted Supabase can query a service that lists
 * hundreds of millions ("leaked password protection"), but not when an administrator creates an account; this list works
 * without a network request.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321
7654321 654321 111111 1111111 11111111 111111111 1111111111 000000 0000000 00000000 0000000000 222222
22222222 333333 33333333 444444 44444444 555555 5555555 55555555 666666 66666666 777777 7777777 77777777
888888 8888888 88888888 999999 9999999 99999999 999999999 121212 12121212 123123 123123123 123321
1233210 123654 123789 112233 11223344 1122334455 113311 131313 101010 10101010 102030 010203 01020304
010101 020202 1234qwer 123qwe 123qweasd 123qweasdzxc 12qwaszx 12345a 12345q 123456a 123456q 1234567a
12345678a 123456789a 123456789q 123456abc 123abc 123abc123 1234abcd 12341234 123412345 12345qwert 147258
147258369 147852 147852369 159357 159753 159951 789456 789456123 741852 741852963 753951 963852741
142536 145236 232323 212121 252525 246810 135790 1357924680 131415 141414 151515 161616 171717 181818
191919 100000 200000 198765 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
1a2b3c 1a2b3c4d 2wsx3edc 3edc4rfv zaq12wsx zaq1zaq1 zaq1xsw2 qwerty qwerty1 qwerty12 qwerty123
qwerty1234 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuiop qwertyuiop123 qwerty7 qwe123 qwe123qwe
qweqwe qweqweqwe qweasd qweasdzxc qweasd123 qweasdzxc123 qwaszx qazwsx qazwsx123 qazwsxedc qazqaz asdfgh
asdfghj asdfghjk asdfghjkl asdfghjkl123 asdf1234 asdfasdf asdasd asdasdasd asd123 asdqwe asdqwe123
asdzxc zxcvbn zxcvbnm zxcvbnm123 zxczxc zxc123 poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcxz mnbvcx azerty
azerty123 azertyuiop qwertz qwertz123 qwertzuiop dvorak abcdef abcdefg abcdefgh abcdefghi abcdefghij
abcd1234 abcd123 abc123 abc1234 abc12345 abc123456 abc123abc abcabc abcabc123 a123456 a1234567 a12345678
a123456789 a1b2c3 a1b2c3d4 a1b2c3d4e5 a12345 aa123456 aaa111 aaaaaa aaaaaaa aaaaaaaa aaaaaaaaaa aabbcc
aabbccdd ababab z123456 q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 q12345 w123456 bbbbbb zzzzzz zzzzzzzz xxxxxx
xxxxxxxx qqqqqq qqqqqqqq password password1 password2 password3 password7 password9 password01
password11 password12 password123 password1234 password12345 password123456 password! password1!
password123! password@123 password@1 password2020 password2021 password2022 password2023 password2024
password2025 password2026 passw0rd passw0rd1 passw0rd! p@ssword p@ssword1 p@ssword123 p@ssw0rd p@ssw0rd1
p@ssw0rd123 p@ssw0rd! p4ssw0rd p4ssword pa55word pa55w0rd pa$$word pa$$w0rd passwort passwort1 passwd
passwd1 passpass pass123 pass1234 pass12345 pass123456 pass@123 passport passcode mypassword mypass
mypassword1 newpassword thepassword yourpassword nopassword setpassword changeme changeme1 changeme123
changeit change123 change_me temporary temp123 temp1234 temppass default default1 secret secret1
secret12 secret123 topsecret trustno1 trustme letmein letmein1 letmein12 letmein123 letmein! letmeinnow
openup opensesame sesame welcome welcome1 welcome12 welcome123 welcome1234 welcome! welcome@123
welcome2024 welcome2025 login123 login1 loginlogin admin1 admin12 admin123 admin1234 admin12345
admin@123 admin123456 adminadmin administrator administrator1 administrador root123 rootroot toor123
superuser superman1 user123 user1234 username username1 guest123 guest1 guestguest test123 test1234
test12345 test123456 testing testing1 testing123 testtest tester tester1 demo123 demodemo sample
sample123 example example1 example123 student student1 student123 teacher teacher1 school school1
school123 college university academy academy1 academy123 learning learning1 internet internet1 computer
computer1 computer123 server server1 oracle oracle1 mysql123 database system system1 manager manager1
office office1 company company1 business google google1 google123 facebook facebook1 youtube twitter
instagram whatsapp microsoft windows windows1 windows10 android apple123 iphone iphone1 samsung samsung1
samsung123 nokia123 lenovo toshiba iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! iloveu
iloveu1 iloveu2 iloveme iloveme1 ilovegod ilovejesus loveyou loveyou1 loveme loveme1 lovelove lovely
lovely1 lover1 lovers love123 love1234 love12345 mylove mylove1 truelove babygirl babygirl1 babyboy
babyboy1 babydoll sweetheart sweetie sweety sweet123 honey1 honey123 darling darling1 princess princess1
princess12 princess123 prince prince1 queen123 king123 angel1 angel123 angels angels1 angelina angel12
butterfly butterfly1 flower flower1 flowers flowers1 sunflower sunshine sunshine1 sunshine12 sunshine123
rainbow rainbow1 moonlight starlight monkey monkey1 monkey12 monkey123 dragon dragon1 dragon12 dragon123
tigger tigger1 tiger1 tiger123 tigers lion123 eagle1 eagles eagles1 falcon falcons hunter hunter1
hunter2 hunter123 killer killer1 killer123 shadow shadow1 shadow12 shadow123 master master1 master12
master123 mastermind ninja1 ninja123 pirate samurai warrior warrior1 wizard wizard1 phantom phoenix
phoenix1 thunder thunder1 lightning storm1 football football1 football12 football123 baseball baseball1
baseball123 basketball basketball1 soccer soccer1 soccer12 hockey hockey1 tennis tennis1 cricket
cricket1 rugby123 golfer liverpool liverpool1 liverpool123 chelsea chelsea1 chelsea123 arsenal arsenal1
arsenal123 manchester manutd everton tottenham rangers rangers1 celtic celtic1 barcelona barcelona1
realmadrid juventus steelers steelers1 cowboys cowboys1 yankees yankees1 lakers lakers1 lakers24 redsox
redsox1 patriots packers packers1 raiders raiders1 broncos dolphins dolphin dolphin1 panther panthers
jordan23 jordan1 jordan michael michael1 michael123 michelle michelle1 jennifer jennifer1 jessica
jessica1 jessica123 ashley ashley1 ashley12 amanda amanda1 andrew andrew1 andrew123 anthony anthony1
daniel daniel1 daniel123 danielle danielle1 david1 david123 matthew matthew1 joshua joshua1 joshua123
robert robert1 thomas thomas1 thomas123 charlie charlie1 charlie123 william william1 james1 james123
joseph joseph1 justin justin1 christian christian1 christopher nicholas nicholas1 nicole nicole1 hannah
hannah1 samantha samantha1 elizabeth elizabeth1 stephanie melissa melissa1 rachel rachel1 rebecca
rebecca1 victoria victoria1 olivia olivia1 sophie sophie1 charlotte charlotte1 emily1 emily123 lauren
lauren1 sarah1 sarah123 laura1 laura123 maria123 martin martin1 patrick patrick1 richard richard1 george
george1 edward alexander alexander1 alexandra alexis alexis1 benjamin benjamin1 brandon brandon1 jackson
jackson1 taylor taylor1 tyler1 austin austin1 jasmine jasmine1 natalie natalie1 vanessa vanessa1
veronica monica monica1 superman superman123 batman batman1 batman123 spiderman spiderman1 ironman
captain pokemon pokemon1 pokemon123 pikachu naruto naruto1 starwars starwars1 starwars123 startrek
harrypotter gandalf gandalf1 matrix matrix1 mustang mustang1 corvette ferrari ferrari1 porsche mercedes
mercedes1 harley harley1 toyota toyota1 honda1 honda123 yamaha kawasaki camaro cheese cheese1 chocolate
chocolate1 cookie cookie1 cookie123 cookies banana banana1 orange orange1 pepper pepper1 ginger ginger1
peanut peanut1 pumpkin pumpkin1 candy1 candy123 coffee coffee1 buster buster1 bailey bailey1 maggie
maggie1 sparky snoopy snoopy1 garfield mickey mickey1 minnie barney scooby scooby1 scoobydoo casper
simpsons summer summer1 summer12 summer123 summer2024 summer2025 winter winter1 winter123 winter2024
winter2025 spring spring123 spring2025 autumn autumn1 autumn2025 january february march2025 april123
monday monday1 friday friday1 friday13 sunday london london1 london123 england england1 england123
scotland ireland america america1 canada canada1 australia newyork newyork1 chicago texas1 boston paris1
paris123 germany brazil india123 nigeria nigeria1 ghana123 africa africa1 freedom freedom1 freedom123
liberty justice peace1 peace123 happy1 happy123 happiness blessed blessed1 blessing jesus1 jesus123
jesus777 jesuschrist christ christ1 godisgood godislove faith1 faith123 heaven heaven1 amazing awesome
awesome1 forever forever1 family family1 family123 friend friends friends1 mother mother1 father father1
brother sister sister1 mommy1 daddy1 grandma whatever whatever1 nothing nothing1 something anything
everything goodluck lucky1 lucky123 lucky7 success success1 victory victory1 winner winner1 champion
champion1 legend legend1 diamond diamond1 silver silver1 golden golden1 purple purple1 yellow yellow1
black123 blackie red123 blue123 green1 green123 pink123 blink182 metallica metallica1 nirvana eminem
eminem1 beatles slipknot slipknot1 linkinpark onedirection justinbieber tinkerbell hellokitty playboy
playboy1 playstation playstation1 xbox360 nintendo minecraft minecraft1 fortnite roblox123 access
access1 access14 hello1 hello12 hello123 hello1234 helloworld hellohello hi123456 goodbye please please1
sorry123 biteme fuckyou fuckyou1 fuckyou2 fuckyou123 fuckme fuckoff asshole asshole1 bitch1 bitch123
pussy1 bond007 james007 007007 agent007 696969 69696969 420420 666999 314159 31415926 271828 8675309
5201314 520520 1314520 woaini woaini1314 000001 000123 111222 111222333 112211 123000 123455 12344321
1234321 123454321 12345654321 zaqwsx zaqxsw zaq123 xsw2zaq1 qazxsw qazxswedc edcrfv plmokn okmijn 1qa2ws
1qa2ws3ed q2w3e4r5 aq1sw2de3 cde34rfv vfr4bgt5 nhy6mju7 asdf123 asdf12345 asdfjkl asdfg123 asdfghjk1
jkljkl hjkl123 qwer1234 qwer12345 qwerasdf qwerasdfzxcv qwert1 qwert123 qwert12345
`
    .trim()
    .split(/\s+/),
);
