# The messages of the ALGOL compiler, the SLIP assembler, the debugger and the archive, as they are in the
# program. messages.da.ftl has the same messages in Danish. A part such as { $thing-found } is translated by the messages whose
# names begin with thing-; { $message } is any message; all other parts are copied.

## Names and declarations

undeclared = { $name } is not declared
reported-once = it is reported once; other uses are not checked
later-name = it came with GIER ALGOL 4; { $instead }
instead-select = write types and output punches without it
instead-writeinteger = write with a layout does it
instead-read = typein and inone read numbers
instead-readstring = read characters with typechar or inchar
instead-put = todrum writes an array to the drum
instead-get = fromdrum reads an array from the drum
instead-where = drumplace holds the place on the drum
meant-underlined = did you mean the underlined word _{ $word }?
meant = did you mean { $name }?
letters-differ = { $name } is; capital and small letters differ
declared-twice = { $name } is declared twice in this block
blanks-and-capitals = blanks do not count in identifiers, capital letters do
listed-twice = the formal parameter { $name } is listed twice
specified-twice = { $name } is specified twice
not-specified = the formal parameter { $name } has no specification
every-parameter = every parameter needs one, such as _real x; before the body
never-by-value = { $name } cannot be called by value
types-by-value = only integer, real and boolean parameters can
not-a-parameter = { $name } is not a parameter of { $procedure }
used-unset = { $name } is used here before it is set
unset-value = it has whatever its cell held before

## Words without an underscore

needs-underscore = { $words } needs an underscore
need-underscores = { $words } need an underscore each
words-and = { $first } and { $last }
write = write { $text }

## Types, parameters and subscripts

not-a-procedure = { $name } is not a procedure
operator-before-parenthesis = is an operator missing before ( ?
needs-parameters = { $name } needs parameters
takes-triples = { $name } takes a variable and triples: first bit, last bit, value
one-parameter = { $name } has { $count } parameter, but is called with { $found }
many-parameters = { $name } has { $count } parameters, but is called with { $found }
one-subscript = { $name } has { $count } subscript, not { $found }
many-subscripts = { $name } has { $count } subscripts, not { $found }
parameter-needs = { $thing-needed } is needed for the parameter { $name }, not { $thing-found }
here-needs = { $thing-needed } is needed here, not { $thing-found }
layout-needed = a layout such as ‹-ddd› is needed here, not a string
string-needed = a string such as «text» is needed here, not a layout
layout-before-numbers = a layout is needed before the numbers, not { $thing-found }
layout-before = write { $layout }, before it
texts-are-printed = writetext and outtext print strings
thing-integer = an integer
thing-real = a real number
thing-boolean = a Boolean value
thing-number = a number
thing-string = a string
thing-layout = a layout
thing-label = a label
thing-variable = a variable
thing-no-value = a procedure without a value
thing-whole = an array, switch or procedure as a whole
thing-procedure = a procedure identifier
thing-array = an array identifier
thing-switch = a switch identifier
thing-code = machine code in a variable or array
thing-identifier = the identifier { $name }
thing-faulty = a faulty symbol
thing-end = the end of the text
not-assigned = { $thing-found } cannot be assigned to a variable of type { $type }
two-types-assigned = one value is assigned to { $type } and { $other }
two-assignments = write two assignments
array-without-subscripts = the array { $name } has no subscripts here
value-inside-body = { $name } can be assigned a value only inside its body
procedure-without-value = the procedure { $name } has no type and no value
never-assigned = { $name } cannot be assigned to
never-controls = { $name } cannot control a for statement
not-an-array = { $name } is not an array or switch
divide-reals = for real numbers: entier(a / b)
compare-booleans = Boolean values are compared with ≡
compare-booleans-not = Boolean values are compared with ¬ and ≡
branches-differ = then gives { $thing-then }, else gives { $thing-else }

## Characters, words and strings

no-symbol = { $symbol } is not a symbol
compare-and-assign = numbers are compared with =, Booleans with ≡, and := assigns
say-not-equal = not equal is ≠ or <>
say-integer-division = integer division is ÷
say-and = and is ∧
say-or = or is ∨
say-or-bar = or is ∨; a bar comes directly before the character that it crosses
say-not = not is ¬ or -,
say-not-also = not is ¬, also written -,
say-xor = exclusive or of Boolean values is ¬(a ≡ b)
say-power = exponentiation is ↑ or ^
say-ten = the ten of exponents is ⏨
say-remainder = the remainder of a and b is a - a÷b×b
say-minus = minus is -
say-times = multiplication is × or *
say-blocks = blocks are written between _begin and _end, comments between _comment and ;
where-aa = å is only allowed in strings and comments
say-strings = strings are written between « and », or between two "
say-long-strings = strings of several lines, or with underlined letters, are written between « and »
character-means-nothing = the character { $character } means nothing here
control-symbol = a control symbol is not allowed here
only-in-strings = it is only allowed in strings
underlined-and-barred = a character is both underlined and barred
underlined-character = the underlined character { $character } is not a symbol
barred-character = the barred character { $character } is not a symbol
letters-after-parenthesis = letters follow a right parenthesis
fat-comma = is a ; or an operator missing? the form of a comma is ) words :(
underlined-word = the underlined word { $word } is not a word of the language
later-word = the word belongs to GIER ALGOL 4, not to GIER ALGOL III
no-underscore-in-names = an identifier has no underscore, and a blank must follow an underlined word
comment-place = comment may only follow begin or ;
text-after-end = after _end text needs no _comment
no-second-quote = the string has no second " on its line
string-not-begun = a string ends here but did not begin
not-on-typewriter = this character is not on GIER's typewriter
string-without-end = the string or layout has no end
ends-of-strings = strings end in » and layouts in ›
no-mod = GIER ALGOL III has no mod: the remainder of a and b is a - a÷b×b
say-for = a for statement is _for i := 1 _step 1 _until 10 _do
say-for-down = a for statement that counts down is _for i := 10 _step -1 _until 1 _do
say-loop = a loop with a condition is _for i := i _while condition _do, or a label and _goto
say-function = a function is _integer _procedure or _real _procedure
say-variables = variables are declared by their type: _integer i, j;
say-integer = the type is _integer
say-boolean = the type is _boolean
say-value = the value of a procedure is assigned to its name
say-print = numbers are printed by write, strings by writetext; neither is underlined
comment-after-end = everything between end and the next ; is a comment, and { $reason }
reason-assignment = it contains an assignment
reason-word = it contains an underlined word
reason-lines = it goes over several lines
end-before-statement = write _end; before a statement

## What other languages write, and what is lost in silence

begins-no-comment = { $mark } begins no comment
comments-are-written = a comment is written between _comment and ;, after _begin or a semicolon
no-string-marks = { $begin } and { $end } are not the marks of a string
no-layout-marks = { $begin } and { $end } are not the marks of a layout
layouts-are-written = layouts are written between ‹ and ›, or between |< and |>
say-less-or-equal = less or equal is ≤ or <=
say-implies = implies is ⊃ or =>
say-twice = the variable is written twice, as in { $text }
say-not-equal-or-divide = not equal is ≠ or <>; the variable is written twice in x := x / 2
say-square = a square is ↑2 or ^2
say-cube = a cube is ↑3 or ^3
say-not-equal-or-comment = not equal is ≠ or <>; a comment is written between _comment and ;
no-ordinary-blank = this is no ordinary blank
say-ten-or-e = the ten of exponents is ⏨, or e as in 2e5
semicolon-before = is the ; at the end of the line before missing?
foreign-word = { $word } is not a word of the language
say-real = the type is _real
name-without-line = { $word } is an identifier: it has no underscore
name-has-no-line = a name has no underscore; it may contain blanks
plain-text = the words of the language are not written as the compiler reads them
underline-plain-text = each has an underscore and small letters, as in _begin
many-need-underscores = { $words } need an underscore each, in many statements
underline-them-all = the quick fix of an editor underlines them all
no-empty-parentheses = () cannot follow the name of a procedure
name-alone = a procedure without parameters is written by its name alone
sign-after-operator = { $sign } cannot follow another operator
sign-in-parentheses = put it and its operand in parentheses, as in 2 × (-1)
no-chains = relations do not form chains: 1 < i ∧ i < 3
implies-is-no-comparison = => is ⊃, which means implies; greater or equal is ≥ or >=
no-groups-of-digits = the digits of a number are not divided into groups
no-string-variables = only parameters can be strings, not variables
bounds-of-ten = an array of ten elements is A[1:10]
number-with-point = a number is written with a point: 1.5
numbers-are-printed = write and output print numbers
statement-in-comment = everything between comment and the next ; is a comment, and { $reason }
reason-last-statement = its last line is a statement
reason-last-call = its last line is a call
end-the-comment = end the comment with a ;
text-after-program = everything after the last end and its ; is not read, and { $reason }
end-too-early = does an _end stand too early?
comment-never-ends = this comment never ends: it has no ;
comment-to-semicolon = a comment goes on to the next ;
value-is-lost = the value that is assigned to the parameter { $name } is lost
only-variable-keeps = only a variable or an element of an array keeps it
never-gets-a-value = { $name } never gets a value
assign-in-body = its body has to assign one: { $name } := …
subscript-outside = the subscript { $value } is outside the bounds of { $name }
bounds-are = they are { $lower }:{ $upper }
repeats-nothing = the for statement repeats nothing
semicolon-after-do = is the ; after _do one too many?
nothing-happens = nothing happens here if the condition is true
semicolon-after-then = is the ; after _then one too many?

## Numbers and layouts

number-needs-digits = digits must follow the point
number-one-point = a number has at most one point, and at most one ⏨ after it
number-too-large = the number is too large
number-after-ten = after ⏨ only a sign and digits are allowed
layout-n-first = n may only be the first position
layout-consists = a layout consists of n, d, 0, point, ⏨, signs and blanks
layout-d-after-zero = d may not follow 0
layout-zero = 0 may only follow n, d or 0 of the same part, and not in the exponent
layout-too-long = too many positions: 15 before and after the point, 15 of n and d, 7 in the exponent
layout-one-point = only one point is allowed, after a position
layout-one-ten = only one ⏨ is allowed, after a position
layout-sign = a sign must come first or directly after ⏨
layout-blank = a blank must come between two positions, one at a time
layout-blank-late = a blank is only allowed within the first 20 positions
layout-end = a layout must end in n, d or 0

## The beginning and end of a program, and its libraries

no-program = there is no program: no begin was found
program-form = a program is _begin … _end;
text-ends-early = the text ends inside the program: { $count } end missing
begin-still-open = the _begin at line { $line }, column { $column } is still open
semicolon-after-end = the semicolon after the last end is missing
already-ended = the program was already ended
end-without-begin = an _end before this one has no _begin
library-in-itself = the library text { $name } includes itself ({ $chain })
library-too-deep = library texts include each other in more than { $levels } levels ({ $chain })
library-line-out = take the line out of the library text
no-library = there is no library text { $name }
library-folder = the text belongs in the library folder as NAME.alg
libraries-too-long = with { $name } the library texts are longer than { $count } million bytes
library-unbalanced = begin and end do not match in the library text { $name }
of-the-archive = this looks like a text of the museum's archive: rename it so that it ends in .asc

## Statements and expressions

symbol-expected = { $symbol } is expected { $place }, not { $thing-found }
identifier-expected = an identifier is expected { $place }, not { $thing-found }
operand-expected = an operand is expected, not { $thing-found }
place-declaration = after the declaration
place-type-list = in the type list
place-array-list = in the array list
place-before-bounds = before the bounds
place-between-bounds = between the bounds
place-after-bounds = after the bounds
place-switch = after switch
place-name-of-switch = after the name of the switch
place-procedure = after procedure
place-formal = as a formal parameter
place-after-formals = after the formal parameters
place-heading = after the procedure heading
place-in-value-list = in the value list
place-after-value-list = after the value list
place-in-specification = in the specification
place-after-specification = after the specification
place-condition = after the condition
place-conditional = in the conditional expression
place-expression = after the expression
place-subscripts = after the subscripts
place-parameters = after the parameters
place-variable = as a variable
place-controlled = after the controlled variable
place-for-list = after the for list
place-step = after step
compares-assigns = = compares, := assigns
declaration-late = a declaration follows a statement
declarations-first = declarations come first in a block; an extra ; counts as a statement
else-without-if = this else has no if
extra-semicolon = is there an extra ; before it?
after-statement = { $thing-found } cannot follow a statement
element-form = an element of an array is written A[i]
something-missing = is a ; or an operator missing?
own-array = arrays cannot be own
outermost-array = declare the array in the outermost block
no-declaration = { $thing-found } cannot begin a declaration
own-variables = own is for simple variables
only-specify = value, label and string only specify parameters
value-list-place = the value list comes once, before the specifications
no-specifier = { $thing-found } is not a specifier
own-specifies-nothing = own cannot specify a parameter
if-after-then = if may not follow then
inner-in-parentheses = put the inner expression in parentheses
many-operators = the expression has more than { $count } operators in a row
several-statements = divide it into several statements
deep-nesting = more than { $count } levels are nested here
into-procedures = divide the program into procedures
label-is-a-name = a label must be an identifier
no-numeric-labels = GIER ALGOL III has no numeric labels
no-statement = a statement cannot begin with { $thing-found }
only-variable = only a variable is allowed before :=
element-no-statement = an array element is not a statement; { $thing-found } follows
say-assign = assignment is :=
assign-missing = is := missing?
equals-after-statement = = compares, it cannot follow a statement
else-after-for = this else follows a for statement

## Programs that are too large

text-too-long = the text is longer than { $count } million bytes
many-symbols = the program has more than { $count } symbols here
room-on-drum = the drum has room for some 50000
many-faulty = there are more than { $count } faulty characters and words
many-faults = there are more than { $count } faults
others-not-shown = the others are not shown
more-faults = and { $count } more faults
standard-as-actual = this standard procedure cannot be an actual parameter
declare-a-caller = declare a procedure that calls it
many-actuals = { $count } actual parameters
actuals-allowed = a call may have 34
deep-procedures = procedures and actual parameters are nested more than { $count } deep
nest-less = nest them less
large-frame = a frame has more than { $count } cells
use-arrays = use arrays in place of simple variables
far-too-many-tracks = the program needs far more than the { $count } tracks that the drum has
too-many-tracks = the program needs { $needed } tracks and the drum has { $count }
not-on-a-track = a call or a constant does not fit on a track
make-smaller = make the program smaller
code-of-gier = this standard procedure is machine code of the real GIER ALGOL III
in-algol = write it in ALGOL
variable-required = a variable is required here
name-one = name one

## SLIP: orders, numbers and addresses

not-an-order = '{ $text }' is not an order
slip-statements = a statement is an order such as hv, a number, a definition or begins with an underlined letter
not-fitting-here = '{ $text }' does not fit here
new-line = begin a new line for the next cell
half-word-order = a half-word order has no t, X, V, D or indicator letters
half-word = a half word has no t, X, V, D or indicator letters
own-cell = give it a cell of its own, without the comma
own-cell-increment = give it a cell of its own; 4+a1 is address and increment, a1+4 is one address
value-too-large = { $thing-value } does not fit into a cell
group-too-large = { $thing-value } does not fit into a group
thing-many-digits = a number with so many digits
group-values = a group is -512 to 1023
four-groups = a cell has four groups
long-sum = the sum has more than { $count } names
divide-sum = divide it
number-or-name = a number or a name is missing
number-or-name-after-sign = a number or a name is missing after the sign
definition-positions = a definition has no positions
address-positions = only the addresses of cells have them
plain-number = a plain number ends a sum
number-last = put the number last: a1+4
long-address = the address has more than { $count } parts
position-missing = a position 0-78 is missing after the point
position-unit = 1.39 has its unit in bit 39
indirect-open = the ) of the indirect address is missing
second-increment = a second increment
one-increment = an order has one; a plain number ends it
second-operation = a second indicator operation
one-operation = an order has one of I, M, N and L
only-numbers = only numbers can follow a number and a comma
not-of-the-number = '{ $text }' does not belong to the number
digit-missing = a digit is missing after the point
without-point = 5.0, or 5 without the point
power-missing = the power of ten is missing
power-form = '-3 is a thousandth
number-missing = a number is missing
long-address-value = the address { $address } has more than ten bits
address-becomes = it becomes { $value }; addresses are 0 to { $last }
no-address = { $order } has no address, so it works on cell 0
address-zero = write { $order } 0 if cell 0 is meant

## SLIP: names, labels and blocks

bare-name = { $word } is not a name: names of several letters are written in braces
write-everywhere = write { $name }, everywhere in the text
no-value = { $name } has no value
label-or-definition = add a label with this name or define it
no-value-yet = { $name } has no value yet, and its value is needed here
define-before = define it before this line
label-twice = { $name } is already { $value } and cannot be a label at { $address }
another-name = give one of the two another name
block-head = a block sets k= and i=, or declares names such as a20
block-order = the head of the block is in the wrong order
block-order-right = write k= first, then i=, then each letter once: _b k=100, i=6, a20, b5
braces-no-statement = a name in braces is not a statement
braces-meanings = {"{words}"}: is a label, {"{words}"}= a definition, {"{core}"} and {"{track}"} say where cells go
track-form = {"{track}"} wants a track and the address where it runs
underlined-letter = no statement begins with this underlined letter
underlined-letters = underlined b, e, d, u, i, s, t, k, m, f, p and l begin statements
outside-drum = this cell is outside the drum
outside-store = this cell is outside the ferrite store
put-elsewhere = put it elsewhere
refused = the program reached a ':', which stops the assembly
skipped-part = the program ends inside a skipped part
end-skipped-part = end it with >
many-statements = the text has more than { $count } statements here
cells-there-are = store and drum have 13 824 cells
text-many-faults = the text has more than { $count } faults here
no-cell = this is not a cell
several-cells = this makes { $count } cells, not one
no-drum = cannot make a drum of { $file }: { $message }
nothing-to-start = the program has neither a cell in the store nor a track 0, so nothing can be started
cell-of-the-starter = cell { $cell } is the starter's, which takes the cells 1 to { $last }: place the program from { $first } on, or give it a track 0 of its own

## SLIP: texts, and the core image

no-point = this text does not end with '.'
ends-with-point = a text with _k ends with a point
open-name = this name is not closed
closing-brace = put the closing brace behind it
no-semicolon = this text does not end with ';'
codes-and-characters = a text with _k consists of codes and _t characters
no-such-character = GIER's typewriter has no such character
characters = letters, digits and its own signs; codes after _k print the rest
no-code = this is not a symbol
codes = symbols are 0-127, with commas between
area-name = _p needs the name of an area and '<'
no-area = there is no area { $name } to read from
only-core-image = put the text of the area here; only the core image can be read, _pimage<
endless-text = the text in the core image repeats endlessly
condition-before = put a condition before its _pimage<
no-text = there is no text in cell 0
text-from-zero = put the text into the cells from 0 on: i=0, then _t
within-text = in the text in cell 0, before '{ $text }': { $message }
modes-differ = the text in cell 0 begins and ends in different modes, _f and _m
modes-around = put _f or _m before and after the line that reads the text
text-without-end = the text in the core image ends without _l
text-end = end it with _l, which goes back to this line

## Acts and the debugger

wanted-key = wait for a key
wanted-tape = wait for tape
wanted-stop = stop
wanted-any = wait or stop
wanted-break = reach a breakpoint or watchpoint
does-not = the machine does not { $wanted }: { $message }
waits-for-a-key = it waits for a key
waits-for-empty = it waits for tape, and the reader is empty
waits-for-strip = it waits for tape
it-stopped = it stopped ({ $cause })
session-left = it was interrupted
still-works = still running after { $seconds } s of machine time (limit N allows N seconds)
paper-ends = { $message }; the paper ends in { $tail }
seconds-passed = { $seconds } seconds have passed on the stopwatch, not { $low } to { $high }
paper-does-not-show = the paper does not show { $text }: { $message }
no-line-shows = no line of the sheet shows { $text }
only-rows = { $file } has only { $rows } rows
no-symbol-prints = line { $line }, column { $column }: no symbol prints { $character }
left-out = { $message }; left out of the remark
more-left-out = { $file }: { $count } more characters left out of remarks
no-key-prints = no key of GIER's typewriter prints { $character }
most-acts = a file has at most { $count } acts, and { $megabytes } MB of text
most-breakpoints = a file of breakpoints has at most { $count } kB
most-stops = there can be at most { $count } breakpoints
most-conditions = all breakpoints together can have at most { $count } values and operators
no-escape = this escape is not known
no-closing-quote = the text has no closing quote
not-used-like-this = '{ $line }' is not used like this
rows-to-leave-out = give the number of rows to leave out: { $example }
seconds-needed = give a number of seconds
seconds-between = give the fewest and the most seconds: { $example }
stations-numbered = magnetic tape stations have the numbers 1 to 6: { $example }
no-station = this machine has no magnetic tape station { $number }
help-lists = gier debug --help lists the acts
given-up = the search was given up; nothing has moved
needs-gier-debug = this act needs a debugger: { $command }
needs-debugger = this act needs a debugger
discards-future = this discards everything after the present moment
no-stop = there is no stop { $number }; see: { $act }
no-statements = the program has no map with statements
no-statement-before = no statement was before this one
never-so = this has not happened in this session yet
ask-first = ask first: { $act }
not-written-before = { $name } was not written before in this session
stop-number = give the number of a stop (tell breaks), or all
closing-quote = the closing " is missing
watches-cell = { $name } is cell { $cell } now; the stop watches this cell
line-stop = line { $line }, in { $cell }
procedure-stop = procedure { $name }, in { $cell }
is-next = { $cell } is next
read-cell = cell { $cell } was read: { $value }
used-unset-by = { $name } is used before it is set, by the order in { $cell }
symbol-typed = symbol { $code } was typed
symbol-read = symbol { $code } was read
track-read = track { $track } is read to the cells from { $cell }
track-written = track { $track } is written from the cells from { $cell }
program-waits = the program waits for a key
by-hand = line { $line } column { $column }: { $glyph }, a key that was struck by hand
typed-not-found = line { $line } column { $column }: the order that typed { $glyph } was not found
blank-typed-by = line { $line } column { $column }: a blank, typed by { $message-order }
typed-by = line { $line } column { $column }: { $glyph }, typed by { $message-order }
call-was = the call was { $call }, by { $message-order }
no-origin = from no variable: a constant, or a word of the run-time library
no-map-of-variables = the program has no map, so its variables are not known
from-constant = from a constant, or from before the last 65 536 orders
from-input = from the input { $glyph }, read by { $message-order }
from-variable = from { $name }, read by { $message-order }
order-at = order { $number } in { $cell }, { $seconds } s, at { $place }
frame-at = { $thing-name } at { $place }, p = { $p }
thing-the-program = the program
is-written-by = { $name } is cell { $cell }: { $before }, now { $now }, by the order in { $place }, order { $number }, { $seconds } s, at { $line }
links = the chain goes on; gier ends it after { $count } variables
no-paper-text = the paper has no text { $text }
nothing-printed = nothing is printed in line { $line }, column { $column } of the paper
actuals = not found; a search cannot evaluate an expression that is passed by name
no-line-here = no line of the program is known here
no-variables-here = no variables are known here
no-call = no call that has not returned
called-in = { $to }, called in { $from } by order { $number }, { $seconds } s
calls-before = calls before the last 65 536 orders are not looked for
not-set-and = { $name } = not set, { $message }
not-set = { $name } = not set
outside-bounds = the subscripts are outside the bounds
of-name-outside = { $name }: the subscripts are outside the bounds
no-cell-here = there is no cell { $number }
where-it-stands = an expression passed by name has a value only where the machine is stopped
too-large = the number gets too large
by-zero = division by zero
whole-only = ÷ and mod are between whole numbers
should-stand = expected { $what }, not { $found }
nested-deep = this is nested more than { $count } deep
many-values = an expression has at most { $count } values
many-items = tell prints at most { $count } items
no-value-word = ${ $word } is no value; the registers are { $list }
last-bit = the last bit must be behind the first
bit-numbers = the bits of a cell are numbered 0-39
register-is = the register is ${ $word }
indicator-is = the bit of the indicator is ${ $word }
word-is = gier's own word is ${ $word }
not-of-expression = '{ $rest }' does not belong to the expression
not-here = '{ $rest }' does not belong here
registers-whole = registers are whole
no-register-map = '{ $name }' is no register, and no variable of this program is known by name
no-register-no-map = '{ $name }' is no register, and the program has no map with names
no-register-no-variable = '{ $name }' is no register, and the program has no variable { $variable }
fits-no-cell = { $value } fits in no cell
no-bits = true and false have no bits
true-or-false = give true or false
outside-numbers = { $value } is outside GIER's numbers
no-condition = a number is no condition; compare it: R < 0
no-numbers = true and false are no numbers
no-cell-no-variable = { $expression } is no cell and no variable
no-lines = this program has no map: no lines are known
no-names = this program has no map: no names are known
no-such-line = '{ $line }' is no line
no-program-text = the program has no text { $text }
act-no-statement = no statement begins on line { $line } or behind it
no-procedure = the program has no procedure { $name }
not-visible = no variable { $name } is visible here
not-visible-but = no variable { $name } is visible here; { $message }
array-with-one = { $name } is an array with 1 subscript
array-with = { $name } is an array with { $count } subscripts
no-array = { $name } is no array
an-array = { $name } is an array
thing-an-array = an array
thing-a-procedure = a procedure
thing-a-switch = a switch
thing-a-text = a text
no-cell-by-name = { $name } is an expression passed by name, which has no cell of its own
not-changed-before = { $name } is cell { $cell } here; its value has not changed before
no-own-cell = { $name } is { $thing-what }, which has no cell of its own
in-body = an expression, evaluated only in the body in progress
no-expressions = the program takes no expressions
between-statements = an expression is evaluated only between statements
no-value-comes = an expression that does not come to a value here
track-cells = a track has the cells 0-39
give-track = give a track: 0-319 with one drum, at most 57599
no-track = '{ $word }' is no track of the drum
no-times = the number of hits must be 1 or more
third-time = from 3: from the third time on
no-cells = these are not the addresses of cells
only-algol = only an ALGOL program with its map has variables that can be unset
has-no-map-variable = the program has no variable { $name }
write-by-order-at = cell { $cell }: { $before }, now { $now }, by the order in { $place }, order { $number }, { $seconds } s, at { $line }
write-by-order = cell { $cell }: { $before }, now { $now }, by the order in { $place }, order { $number }, { $seconds }
write-by-drum = cell { $cell }: { $before }, now { $now }, by the drum: { $message }
write-by-hand = cell { $cell }: now { $now }, set at the desk, order { $number }, { $seconds }
prompt-help = acts lists all acts; Ctrl-C ends the current act, Ctrl-D leaves

## The archive

archive-is = the archive is { $folder }; gier archive list lists its tapes
archive-notes = the notes are in { $file }
archive-recipe = the recipe for { $tape } types { $keys }
archive-several = { $count } tapes match { $name }; name one of them:
archive-other-algol = { $tape }: GIER ALGOL 4 refuses the text; GIER ALGOL III takes it
archive-refuses = { $tape }: { $translator } refuses the text; see the paper
