# Meddelelserne fra ALGOL-oversætteren, SLIP-oversætteren, fejlfinderen og arkivet, på dansk.
# en.ftl har de samme meddelelser på engelsk. En del som { $thing-found } oversættes med de meddelelser, hvis navne begynder
# med thing-; { $message } er en hvilken som helst meddelelse; alle andre dele kopieres.

## Navne og erklæringer

undeclared = { $name } er ikke erklæret
reported-once = det meldes kun én gang; andre steder med navnet er ikke undersøgt
later-name = det kom med GIER ALGOL 4; { $instead }
instead-select = write skriver og output huller uden det
instead-writeinteger = brug write med et layout
instead-read = typein og inone læser tal
instead-readstring = læs tegn med typechar eller inchar
instead-put = todrum skriver et array på tromlen
instead-get = fromdrum læser et array fra tromlen
instead-where = drumplace indeholder stedet på tromlen
meant-underlined = mener du det understregede ord _{ $word }?
meant = mener du { $name }?
letters-differ = det er { $name }; der er forskel på store og små bogstaver
declared-twice = { $name } er erklæret to gange i denne blok
blanks-and-capitals = mellemrum i navne tæller ikke, men der er forskel på store og små bogstaver
listed-twice = den formelle parameter { $name } står to gange på listen
specified-twice = { $name } er specificeret to gange
not-specified = den formelle parameter { $name } har ingen specifikation
every-parameter = hver parameter skal have en, for eksempel _real x; foran kroppen
never-by-value = { $name } kan ikke kaldes ved værdi
types-by-value = det kan kun parametre af typen integer, real eller boolean
not-a-parameter = { $name } er ikke en parameter til { $procedure }
used-unset = { $name } bruges her, før den har fået en værdi
unset-value = den har den værdi, som tilfældigvis står i dens celle

## Ord uden understregning

needs-underscore = { $words } mangler en understregning
need-underscores = { $words } mangler hver en understregning
words-and = { $first } og { $last }
write = skriv { $text }

## Typer, parametre og indekser

not-a-procedure = { $name } er ikke en procedure
operator-before-parenthesis = mangler der en operator foran ( ?
needs-parameters = { $name } skal have parametre
takes-triples = { $name } skal have en variabel og tripler: første bit, sidste bit, værdi
one-parameter = { $name } har { $count } parameter, men kaldes med { $found }
many-parameters = { $name } har { $count } parametre, men kaldes med { $found }
one-subscript = { $name } har { $count } indeks, ikke { $found }
many-subscripts = { $name } har { $count } indekser, ikke { $found }
parameter-needs = parameteren { $name } skal være { $thing-needed }, ikke { $thing-found }
here-needs = her skal stå { $thing-needed }, ikke { $thing-found }
layout-needed = her skal stå et layout som ‹-ddd›, ikke en tekst
string-needed = her skal stå en tekst som «text», ikke et layout
layout-before-numbers = foran tallene skal stå et layout, ikke { $thing-found }
layout-before = skriv { $layout }, foran
texts-are-printed = writetext og outtext udskriver tekster
thing-integer = et heltal
thing-real = et reelt tal
thing-boolean = en boolsk værdi
thing-number = et tal
thing-string = en tekst
thing-layout = et layout
thing-label = en etiket
thing-variable = en variabel
thing-no-value = en procedure uden værdi
thing-whole = et helt array, en hel switch eller en hel procedure
thing-procedure = navnet på en procedure
thing-array = navnet på et array
thing-switch = navnet på en switch
thing-code = maskinkode i en variabel eller et array
thing-identifier = navnet { $name }
thing-faulty = et forkert symbol
thing-end = slutningen af teksten
not-assigned = { $thing-found } kan ikke tildeles en variabel af typen { $type }
two-types-assigned = én værdi tildeles både { $type } og { $other }
two-assignments = skriv to tildelinger
array-without-subscripts = arrayet { $name } har ingen indekser her
value-inside-body = { $name } kan kun få tildelt en værdi i sin egen krop
procedure-without-value = proceduren { $name } har hverken type eller værdi
never-assigned = { $name } kan ikke tildeles en værdi
never-controls = { $name } kan ikke styre en for-sætning
not-an-array = { $name } er hverken et array eller en switch
divide-reals = for reelle tal: entier(a / b)
compare-booleans = boolske værdier sammenlignes med ≡
compare-booleans-not = boolske værdier sammenlignes med ¬ og ≡
branches-differ = then giver { $thing-then }, else giver { $thing-else }

## Tegn, ord og tekster

no-symbol = { $symbol } er ikke et symbol
compare-and-assign = tal sammenlignes med =, boolske værdier med ≡, og := tildeler
say-not-equal = forskellig fra skrives ≠ eller <>
say-integer-division = heltalsdivision skrives ÷
say-and = og skrives ∧
say-or = eller skrives ∨
say-or-bar = eller skrives ∨; en streg står lige foran det tegn, som den går igennem
say-not = ikke skrives ¬ eller -,
say-not-also = ikke skrives ¬ eller også -,
say-xor = enten-eller mellem boolske værdier skrives ¬(a ≡ b)
say-power = potens skrives ↑ eller ^
say-ten = ti i en eksponent skrives ⏨
say-remainder = resten af a og b er a - a÷b×b
say-minus = minus skrives -
say-times = gange skrives × eller *
say-blocks = blokke skrives mellem _begin og _end, kommentarer mellem _comment og ;
where-aa = å må kun stå i tekster og kommentarer
say-strings = tekster skrives mellem « og » eller mellem to "
say-long-strings = tekster på flere linjer eller med understregede bogstaver skrives mellem « og »
character-means-nothing = tegnet { $character } betyder ikke noget her
control-symbol = et styresymbol må ikke stå her
only-in-strings = det må kun stå i tekster
underlined-and-barred = et tegn er både understreget og gennemstreget
underlined-character = det understregede tegn { $character } er ikke et symbol
barred-character = det gennemstregede tegn { $character } er ikke et symbol
letters-after-parenthesis = der står bogstaver efter en højreparentes
fat-comma = mangler der et ; eller en operator? et komma kan skrives ) ord :(
underlined-word = det understregede ord { $word } findes ikke i sproget
later-word = ordet hører til GIER ALGOL 4, ikke til GIER ALGOL III
no-underscore-in-names = et navn har ingen understregning, og efter et understreget ord skal der være et mellemrum
comment-place = comment må kun stå efter begin eller ;
text-after-end = efter _end behøver tekst ikke noget _comment
no-second-quote = teksten mangler det andet " på sin linje
string-not-begun = her slutter en tekst, som ikke er begyndt
not-on-typewriter = dette tegn findes ikke på GIERs skrivemaskine
string-without-end = teksten eller layoutet har ingen slutning
ends-of-strings = tekster slutter med » og layouts med ›
no-mod = GIER ALGOL III har ikke mod: resten af a og b er a - a÷b×b
say-for = en for-sætning er _for i := 1 _step 1 _until 10 _do
say-for-down = en for-sætning, der tæller ned, er _for i := 10 _step -1 _until 1 _do
say-loop = en løkke med en betingelse er _for i := i _while betingelse _do, eller en etiket og _goto
say-function = en funktion er _integer _procedure eller _real _procedure
say-variables = variable erklæres med deres type: _integer i, j;
say-integer = typen hedder _integer
say-boolean = typen hedder _boolean
say-value = en procedures værdi tildeles til dens navn
say-print = write udskriver tal, og writetext udskriver tekster; ingen af dem understreges
comment-after-end = alt mellem end og det næste ; er en kommentar, og { $reason }
reason-assignment = den indeholder en tildeling
reason-word = den indeholder et understreget ord
reason-lines = den går over flere linjer
end-before-statement = skriv _end; foran en sætning

## Hvad andre sprog skriver, og hvad der går tabt i stilhed

begins-no-comment = { $mark } begynder ikke en kommentar
comments-are-written = en kommentar skrives mellem _comment og ; efter _begin eller et semikolon
no-string-marks = tekster står ikke mellem { $begin } og { $end }
no-layout-marks = layouter står ikke mellem { $begin } og { $end }
layouts-are-written = layouter skrives mellem ‹ og › eller mellem |< og |>
say-less-or-equal = mindre eller lig er ≤ eller <=
say-implies = medfører er ⊃ eller =>
say-twice = variablen skrives to gange, som i { $text }
say-not-equal-or-divide = forskellig fra er ≠ eller <>; variablen skrives to gange i x := x / 2
say-square = kvadratet er ↑2 eller ^2
say-cube = kubus er ↑3 eller ^3
say-not-equal-or-comment = forskellig fra er ≠ eller <>; en kommentar skrives mellem _comment og ;
no-ordinary-blank = det er ikke et almindeligt mellemrum
say-ten-or-e = eksponentens ti er ⏨ eller e som i 2e5
semicolon-before = mangler der et ; i slutningen af linjen før?
foreign-word = { $word } er ikke et af sprogets ord
say-real = typen er _real
name-without-line = { $word } er et navn uden understregning
name-has-no-line = et navn har ingen understregning; der må være mellemrum i det
plain-text = sprogets ord er ikke skrevet, som oversætteren læser dem
underline-plain-text = hvert har en understregning og små bogstaver, som i _begin
many-need-underscores = { $words } mangler hver en understregning i mange sætninger
underline-them-all = en editors hurtigrettelse understreger dem alle
no-empty-parentheses = () kan ikke stå efter en procedures navn
name-alone = en procedure uden parametre skrives med navnet alene
sign-after-operator = { $sign } kan ikke stå efter en anden operator
sign-in-parentheses = sæt den og dens operand i parentes, som i 2 × (-1)
no-chains = relationer danner ikke kæder: 1 < i ∧ i < 3
implies-is-no-comparison = => er ⊃, som betyder medfører; større eller lig er ≥ eller >=
no-groups-of-digits = et tals cifre deles ikke i grupper
no-string-variables = kun parametre kan være tekster, ikke variable
bounds-of-ten = et array med ti elementer er A[1:10]
number-with-point = et tal skrives med punktum: 1.5
numbers-are-printed = write og output skriver tal
statement-in-comment = alt mellem comment og det næste ; er en kommentar, og { $reason }
reason-last-statement = dens sidste linje er en sætning
reason-last-call = dens sidste linje er et kald
end-the-comment = slut kommentaren med et ;
text-after-program = alt efter det sidste end og dets ; læses ikke, og { $reason }
end-too-early = står et _end for tidligt?
comment-never-ends = denne kommentar slutter aldrig: den har intet ;
comment-to-semicolon = en kommentar fortsætter til det næste ;
value-is-lost = den værdi, som parameteren { $name } får, går tabt
only-variable-keeps = kun en variabel eller et element i et array gemmer den
never-gets-a-value = { $name } får aldrig en værdi
assign-in-body = kroppen skal give den en: { $name } := …
subscript-outside = indekset { $value } er uden for grænserne for { $name }
bounds-are = de er { $lower }:{ $upper }
repeats-nothing = for-sætningen gentager ingenting
semicolon-after-do = er der et ; for meget efter _do?
nothing-happens = her sker intet, hvis betingelsen er sand
semicolon-after-then = er der et ; for meget efter _then?

## Tal og layouts

number-needs-digits = der skal være cifre efter punktummet
number-one-point = et tal har højst ét punktum og højst ét ⏨ derefter
number-too-large = tallet er for stort
number-after-ten = efter ⏨ må der kun stå et fortegn og cifre
layout-n-first = n må kun være den første position
layout-consists = et layout består af n, d, 0, punktum, ⏨, fortegn og mellemrum
layout-d-after-zero = d må ikke stå efter 0
layout-zero = 0 må kun stå efter n, d eller 0 i samme del, og ikke i eksponenten
layout-too-long = for mange positioner: 15 før og efter punktummet, 15 af n og d, 7 i eksponenten
layout-one-point = der må kun være ét punktum, og det skal stå efter en position
layout-one-ten = der må kun være ét ⏨, og det skal stå efter en position
layout-sign = et fortegn skal stå først eller lige efter ⏨
layout-blank = et mellemrum skal stå mellem to positioner, ét ad gangen
layout-blank-late = der må kun være mellemrum i de første 20 positioner
layout-end = et layout skal slutte med n, d eller 0

## Programmets begyndelse og slutning, og dets biblioteker

no-program = der er intet program: der blev ikke fundet noget begin
program-form = et program er _begin … _end;
text-ends-early = teksten slutter inde i programmet: der mangler { $count } end
begin-still-open = _begin på linje { $line }, kolonne { $column } er ikke afsluttet
semicolon-after-end = semikolonet efter det sidste end mangler
already-ended = programmet er allerede slut
end-without-begin = et tidligere _end har intet _begin
library-in-itself = biblioteksteksten { $name } henter sig selv ({ $chain })
library-too-deep = bibliotekstekster henter hinanden i mere end { $levels } niveauer ({ $chain })
library-line-out = fjern linjen fra biblioteksteksten
no-library = der er ingen bibliotekstekst { $name }
library-folder = teksten skal ligge i biblioteksmappen som NAVN.alg
libraries-too-long = med { $name } er bibliotekstekster længere end { $count } millioner bytes
library-unbalanced = begin og end passer ikke sammen i biblioteksteksten { $name }
of-the-archive = dette ligner en tekst fra museets arkiv: giv den et navn, der slutter med .asc

## Sætninger og udtryk

symbol-expected = der skal stå { $symbol } { $place }, ikke { $thing-found }
identifier-expected = der skal stå et navn { $place }, ikke { $thing-found }
operand-expected = her skal stå en operand, ikke { $thing-found }
place-declaration = efter erklæringen
place-type-list = i listen efter typen
place-array-list = i listen efter array
place-before-bounds = foran grænserne
place-between-bounds = mellem grænserne
place-after-bounds = efter grænserne
place-switch = efter switch
place-name-of-switch = efter navnet på switchen
place-procedure = efter procedure
place-formal = som formel parameter
place-after-formals = efter de formelle parametre
place-heading = efter procedurens hoved
place-in-value-list = i value-listen
place-after-value-list = efter value-listen
place-in-specification = i specifikationen
place-after-specification = efter specifikationen
place-condition = efter betingelsen
place-conditional = i det betingede udtryk
place-expression = efter udtrykket
place-subscripts = efter indekserne
place-parameters = efter parametrene
place-variable = som variabel
place-controlled = efter den styrende variabel
place-for-list = efter for-listen
place-step = efter step
compares-assigns = = sammenligner, := tildeler
declaration-late = en erklæring står efter en sætning
declarations-first = erklæringer står først i en blok; et overflødigt ; tæller som en sætning
else-without-if = dette else har intet if
extra-semicolon = står der et overflødigt ; foran?
after-statement = { $thing-found } kan ikke stå efter en sætning
element-form = et element af et array skrives A[i]
something-missing = mangler der et ; eller en operator?
own-array = arrays kan ikke være own
outermost-array = erklær arrayet i den yderste blok
no-declaration = en erklæring kan ikke begynde med { $thing-found }
own-variables = own er til simple variable
only-specify = value, label og string specificerer kun parametre
value-list-place = value-listen kommer én gang, foran specifikationerne
no-specifier = { $thing-found } specificerer ikke noget
own-specifies-nothing = own kan ikke specificere en parameter
if-after-then = if må ikke stå efter then
inner-in-parentheses = sæt det indre udtryk i parentes
many-operators = udtrykket har mere end { $count } operatorer efter hinanden
several-statements = del det op i flere sætninger
deep-nesting = her er mere end { $count } niveauer inde i hinanden
into-procedures = del programmet op i procedurer
label-is-a-name = en etiket skal være et navn
no-numeric-labels = GIER ALGOL III har ikke tal som etiketter
no-statement = en sætning kan ikke begynde med { $thing-found }
only-variable = foran := må der kun stå en variabel
element-no-statement = et element af et array er ikke en sætning; efter det står { $thing-found }
say-assign = tildeling skrives :=
assign-missing = mangler der et :=?
equals-after-statement = = sammenligner og kan ikke stå efter en sætning
else-after-for = dette else står efter en for-sætning

## For store programmer

text-too-long = teksten er længere end { $count } millioner bytes
many-symbols = programmet har her mere end { $count } symboler
room-on-drum = tromlen har plads til cirka 50000
many-faulty = der er mere end { $count } forkerte tegn og ord
many-faults = der er mere end { $count } fejl
others-not-shown = resten vises ikke
more-faults = og { $count } fejl mere
standard-as-actual = denne standardprocedure kan ikke være en aktuel parameter
declare-a-caller = erklær en procedure, der kalder den
many-actuals = { $count } aktuelle parametre
actuals-allowed = et kald må have 34
deep-procedures = procedurer og aktuelle parametre står mere end { $count } niveauer inde i hinanden
nest-less = brug færre niveauer
large-frame = en rammes variable fylder mere end { $count } celler
use-arrays = brug arrays i stedet for simple variable
far-too-many-tracks = programmet fylder langt mere end de { $count } kanaler, som tromlen har
too-many-tracks = programmet fylder { $needed } kanaler, og tromlen har { $count }
not-on-a-track = et kald eller en konstant kan ikke være på en kanal
make-smaller = gør programmet mindre
code-of-gier = denne standardprocedure er maskinkode fra det rigtige GIER ALGOL III
in-algol = skriv den i ALGOL
variable-required = her skal stå en variabel
name-one = nævn en

## SLIP: ordrer, tal og adresser

not-an-order = '{ $text }' er ikke en ordre
slip-statements = en sætning er en ordre som hv, et tal eller en definition, eller den begynder med et understreget bogstav
not-fitting-here = '{ $text }' passer ikke her
new-line = begynd en ny linje til den næste celle
half-word-order = en ordre i en halv celle kan ikke have t, X, V, D eller bogstaver til indikatoren
half-word = en halv celle kan ikke have t, X, V, D eller bogstaver til indikatoren
own-cell = giv den en celle for sig selv, uden komma
own-cell-increment = giv den en celle for sig selv; 4+a1 er adresse og tilvækst, a1+4 er én adresse
value-too-large = { $thing-value } kan ikke være i en celle
group-too-large = { $thing-value } kan ikke være i en gruppe
thing-many-digits = et tal med så mange cifre
group-values = en gruppe er -512 til 1023
four-groups = en celle har fire grupper
long-sum = summen har mere end { $count } navne
divide-sum = del den op
number-or-name = der mangler et tal eller et navn
number-or-name-after-sign = der mangler et tal eller et navn efter fortegnet
definition-positions = en definition har ingen positioner
address-positions = kun cellers adresser har positioner
plain-number = et tal uden navn slutter en sum
number-last = sæt tallet sidst: a1+4
long-address = adressen har mere end { $count } dele
position-missing = der mangler en position 0-78 efter punktummet
position-unit = 1.39 har sin enhed i bit 39
indirect-open = der mangler ) efter den indirekte adresse
second-increment = tilvækst for anden gang
one-increment = en ordre har én; et tal uden navn slutter den
second-operation = en operation på indikatoren for anden gang
one-operation = en ordre har én af I, M, N og L
only-numbers = efter et tal og et komma kan kun stå tal
not-of-the-number = '{ $text }' hører ikke til tallet
digit-missing = der mangler et ciffer efter punktummet
without-point = 5.0, eller 5 uden punktum
power-missing = potensen af ti mangler
power-form = '-3 er en tusindedel
number-missing = der mangler et tal
long-address-value = adressen { $address } har mere end ti bits
address-becomes = den bliver til { $value }; adresser er 0 til { $last }
no-address = { $order } har ingen adresse, så den virker på celle 0
address-zero = skriv { $order } 0, hvis celle 0 er ment

## SLIP: navne, etiketter og blokke

bare-name = { $word } er ikke et navn: navne med flere bogstaver skrives i klammer
write-everywhere = skriv { $name } overalt i teksten
no-value = { $name } har ingen værdi
label-or-definition = tilføj en etiket med dette navn, eller definer det
no-value-yet = { $name } har ingen værdi endnu, og værdien skal bruges her
define-before = definer navnet før denne linje
label-twice = { $name } er allerede { $value } og kan ikke være etiket på { $address }
another-name = giv en af de to et andet navn
block-head = en blok sætter k= og i= eller erklærer navne som a20
block-order = blokkens hoved står i forkert rækkefølge
block-order-right = skriv først k=, så i=, så hvert bogstav én gang: _b k=100, i=6, a20, b5
braces-no-statement = et navn i klammer er ikke en sætning
braces-meanings = {"{ord}"}: er en etiket, {"{ord}"}= en definition, {"{core}"} og {"{track}"} siger, hvor celler skal ligge
track-form = {"{track}"} skal have en kanal og adressen, hvor den udføres
underlined-letter = ingen sætning begynder med dette understregede bogstav
underlined-letters = sætninger begynder med understreget b, e, d, u, i, s, t, k, m, f, p og l
outside-drum = denne celle ligger uden for tromlen
outside-store = denne celle ligger uden for ferritlageret
put-elsewhere = læg den et andet sted
refused = programmet nåede et ':', som standser oversættelsen
skipped-part = programmet slutter inde i en del, der springes over
end-skipped-part = slut den med >
many-statements = teksten har her mere end { $count } sætninger
cells-there-are = lager og tromle har 13 824 celler
text-many-faults = teksten har her mere end { $count } fejl
no-cell = dette er ikke en celle
several-cells = dette giver { $count } celler, ikke én
no-drum = kan ikke lave en tromle af { $file }: { $message }
nothing-to-start = programmet har hverken en celle i lageret eller en kanal 0, så der er intet at starte
cell-of-the-starter = celle { $cell } bruges af starteren, som fylder cellerne 1 til { $last }: læg programmet fra { $first }, eller giv det sin egen kanal 0

## SLIP: tekster, og lagerbilledet

no-point = denne tekst slutter ikke med '.'
ends-with-point = en tekst med _k slutter med et punktum
open-name = dette navn er ikke afsluttet
closing-brace = sæt den afsluttende klamme efter det
no-semicolon = denne tekst slutter ikke med ';'
codes-and-characters = en tekst med _k består af koder og tegn efter _t
no-such-character = GIERs skrivemaskine har ikke dette tegn
characters = bogstaver, cifre og dens egne tegn; koder efter _k skriver resten
no-code = dette er ikke et symbol
codes = symboler er 0-127, med komma imellem
area-name = _p skal have navnet på et område og '<'
no-area = der er intet område { $name } at læse fra
only-core-image = sæt områdets tekst ind her; kun lagerbilledet kan læses, _pimage<
endless-text = teksten i lagerbilledet gentages uendeligt
condition-before = sæt en betingelse foran dens _pimage<
no-text = der er ingen tekst i celle 0
text-from-zero = læg teksten i cellerne fra 0: i=0, så _t
within-text = i teksten i celle 0, foran '{ $text }': { $message }
modes-differ = teksten i celle 0 begynder og slutter på forskellig måde, _f og _m
modes-around = sæt _f eller _m før og efter linjen, der læser teksten
text-without-end = teksten i lagerbilledet slutter uden _l
text-end = slut den med _l, som går tilbage til denne linje

## Kommandoer og fejlfinder

wanted-key = vente på en tast
wanted-tape = vente på en strimmel
wanted-stop = standse
wanted-any = vente eller standse
wanted-break = nå et stoppunkt
does-not = maskinen skulle { $wanted }: { $message }
waits-for-a-key = den venter på en tast
waits-for-empty = den venter på en strimmel, og læseren er tom
waits-for-strip = den venter på en strimmel
it-stopped = den standsede ({ $cause })
session-left = den blev afbrudt
still-works = efter { $seconds } s af sin tid arbejder den stadig (limit N tillader N sekunder)
paper-ends = { $message }; papiret slutter med { $tail }
seconds-passed = stopuret viser { $seconds } sekunder, ikke { $low } til { $high }
paper-does-not-show = papiret viser ikke { $text }: { $message }
no-line-shows = ingen linje på arket viser { $text }
only-rows = { $file } har kun { $rows } rækker
no-symbol-prints = linje { $line }, kolonne { $column }: intet symbol skriver { $character }
left-out = { $message }; udeladt af bemærkningen
more-left-out = { $file }: yderligere { $count } tegn er udeladt af bemærkninger
no-key-prints = ingen tast på GIERs skrivemaskine skriver { $character }
most-acts = en fil har højst { $count } kommandoer og { $megabytes } MB tekst
most-breakpoints = en fil med stoppunkter har højst { $count } kB
most-stops = der kan højst være { $count } stoppunkter
most-conditions = alle stoppunkter kan tilsammen højst have { $count } værdier og operatorer
no-escape = denne forkortelse er ukendt
no-closing-quote = teksten mangler det sidste anførselstegn
not-used-like-this = '{ $line }' bruges ikke sådan
rows-to-leave-out = angiv, hvor mange rækker der skal springes over: { $example }
seconds-needed = angiv et antal sekunder
seconds-between = angiv det mindste og det største antal sekunder: { $example }
stations-numbered = magnetbåndstationerne har numrene 1 til 6: { $example }
no-station = denne maskine har ingen magnetbåndstation { $number }
help-lists = gier debug --help viser kommandoerne
given-up = søgningen blev opgivet; intet er flyttet
needs-gier-debug = denne kommando kræver en debugger: { $command }
needs-debugger = denne kommando kræver en debugger
discards-future = dette kasserer alt efter det nuværende øjeblik
no-stop = der er intet stoppunkt { $number }; se: { $act }
no-statements = programmet har intet kort med sætninger
no-statement-before = der var ingen sætning før denne
never-so = det er ikke sket hidtil i denne session
ask-first = spørg først: { $act }
not-written-before = { $name } er ikke skrevet tidligere i denne session
stop-number = angiv nummeret på et stoppunkt (tell breaks), eller all
closing-quote = det sidste " mangler
watches-cell = { $name } er celle { $cell } nu; stoppunktet holder øje med den celle
line-stop = linje { $line }, i { $cell }
procedure-stop = proceduren { $name }, i { $cell }
is-next = { $cell } er den næste
read-cell = celle { $cell } blev læst: { $value }
used-unset-by = { $name } bruges, før den har fået en værdi, af ordren i { $cell }
symbol-typed = symbol { $code } blev skrevet
symbol-read = symbol { $code } blev læst
track-read = spor { $track } læses til cellerne fra { $cell }
track-written = spor { $track } skrives fra cellerne fra { $cell }
program-waits = programmet venter på en tast
by-hand = linje { $line } kolonne { $column }: { $glyph }, en tast, der blev trykket i hånden
typed-not-found = linje { $line } kolonne { $column }: ordren, der skrev { $glyph }, blev ikke fundet
blank-typed-by = linje { $line } kolonne { $column }: et mellemrum, skrevet af { $message-order }
typed-by = linje { $line } kolonne { $column }: { $glyph }, skrevet af { $message-order }
call-was = kaldet var { $call }, i { $message-order }
no-origin = ikke fra en variabel: en konstant, eller et ord fra kørselsbiblioteket
no-map-of-variables = programmet har intet kort, så dets variable er ukendte
from-constant = fra en konstant, eller fra før de sidste 65 536 ordrer
from-input = fra inddata { $glyph }, læst af { $message-order }
from-variable = fra { $name }, læst af { $message-order }
order-at = ordre { $number } i { $cell }, { $seconds } s, ved { $place }
frame-at = { $thing-name } ved { $place }, p = { $p }
thing-the-program = programmet
is-written-by = { $name } er celle { $cell }: { $before }, nu { $now }, af ordren i { $place }, ordre { $number }, { $seconds } s, ved { $line }
links = kæden går videre; gier slutter den efter { $count } variable
no-paper-text = papiret har ikke teksten { $text }
nothing-printed = der står intet i linje { $line }, kolonne { $column } på papiret
actuals = ikke fundet; en søgning kan ikke beregne et udtryk, der er overført ved navn
no-line-here = her kendes ingen linje i programmet
no-variables-here = her kendes ingen variable
no-call = der er ingen kald, der ikke er vendt tilbage
called-in = { $to }, kaldt i { $from } af ordre { $number }, { $seconds } s
calls-before = der søges ikke efter kald før de sidste 65 536 ordrer
not-set-and = { $name } = har ingen værdi, { $message }
not-set = { $name } = har ingen værdi
outside-bounds = indekserne ligger uden for grænserne
of-name-outside = { $name }: indekserne ligger uden for grænserne
no-cell-here = der er ingen celle { $number }
where-it-stands = et udtryk, der er overført ved navn, har kun en værdi, hvor maskinen er stoppet
too-large = tallet bliver for stort
by-zero = der divideres med nul
whole-only = ÷ og mod virker på hele tal
should-stand = her skal stå { $what }, ikke { $found }
nested-deep = dette er indlejret mere end { $count } gange
many-values = et udtryk har højst { $count } værdier
many-items = tell skriver højst { $count } ting
no-value-word = ${ $word } er ingen værdi; registrene er { $list }
last-bit = den sidste bit skal stå efter den første
bit-numbers = bittene i en celle har numrene 0-39
register-is = registeret er ${ $word }
indicator-is = bitten i indikatoren er ${ $word }
word-is = giers eget ord er ${ $word }
not-of-expression = '{ $rest }' hører ikke til udtrykket
not-here = '{ $rest }' hører ikke til her
registers-whole = registre er hele tal
no-register-map = '{ $name }' er ikke et register, og ingen af programmets variable kendes ved navn
no-register-no-map = '{ $name }' er ikke et register, og programmet har intet kort med navne
no-register-no-variable = '{ $name }' er ikke et register, og programmet har ingen variabel { $variable }
fits-no-cell = { $value } kan ikke være i en celle
no-bits = true og false har ingen bit
true-or-false = angiv true eller false
outside-numbers = { $value } ligger uden for GIERs tal
no-condition = et tal er ingen betingelse; sammenlign det: R < 0
no-numbers = true og false er ikke tal
no-cell-no-variable = { $expression } er hverken en celle eller en variabel
no-lines = dette program har intet kort: ingen linjer er kendt
no-names = dette program har intet kort: ingen navne er kendt
no-such-line = '{ $line }' er ikke en linje
no-program-text = programmet har ingen tekst { $text }
act-no-statement = ingen sætning begynder på linje { $line } eller efter den
no-procedure = programmet har ingen procedure { $name }
not-visible = ingen variabel { $name } kan ses her
not-visible-but = ingen variabel { $name } kan ses her; { $message }
array-with-one = { $name } er et array med 1 indeks
array-with = { $name } er et array med { $count } indekser
no-array = { $name } er ikke et array
an-array = { $name } er et array
thing-an-array = et array
thing-a-procedure = en procedure
thing-a-switch = en switch
thing-a-text = en tekst
no-cell-by-name = { $name } er et udtryk, der er overført ved navn, og har ikke sin egen celle
not-changed-before = { $name } er celle { $cell } her; dens værdi er ikke ændret før
no-own-cell = { $name } er { $thing-what } og har ikke sin egen celle
in-body = et udtryk, der kun beregnes i den krop, der udføres
no-expressions = programmet kan ikke beregne udtryk
between-statements = et udtryk beregnes kun mellem sætninger
no-value-comes = et udtryk, der ikke får en værdi her
track-cells = et spor har cellerne 0-39
give-track = angiv et spor: 0-319 med én tromle, højst 57599
no-track = '{ $word }' er ikke et spor på tromlen
no-times = antallet skal være mindst 1
third-time = from 3: fra tredje gang
no-cells = dette er ikke adresser på celler
only-algol = kun et ALGOL-program med sit kort har variable, der kan mangle en værdi
has-no-map-variable = programmet har ingen variabel { $name }
write-by-order-at = celle { $cell }: { $before }, nu { $now }, af ordren i { $place }, ordre { $number }, { $seconds } s, ved { $line }
write-by-order = celle { $cell }: { $before }, nu { $now }, af ordren i { $place }, ordre { $number }, { $seconds }
write-by-drum = celle { $cell }: { $before }, nu { $now }, af tromlen: { $message }
write-by-hand = celle { $cell }: nu { $now }, sat ved bordet, ordre { $number }, { $seconds }
prompt-help = acts viser alle kommandoer; Ctrl-C afbryder den aktuelle, Ctrl-D slutter

## Arkivet

archive-is = arkivet er { $folder }; gier archive list viser strimlerne
archive-notes = noterne er i { $file }
archive-recipe = opskriften for { $tape } skriver { $keys }
archive-several = { $count } strimler passer til { $name }; nævn en af dem:
archive-other-algol = { $tape }: GIER ALGOL 4 afviser teksten; GIER ALGOL III oversætter den
archive-refuses = { $tape }: { $translator } afviser teksten; se papiret
