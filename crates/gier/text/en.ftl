# What guests and pupils read, in English. da.ftl has the same sentences in Danish.

## At the typewriter

end-numbers = end a number with a space; Ctrl-C leaves
busy = this computer was busy for a while, so GIER was slower than asked
typed-ended = the typed input ended while the program waited for a key, on line { $line } of the paper: { $text }
waits-for-tape = the program waits for a tape: give another one with --reader
stopped-early = the program stopped before its end: { $cause }
needs-device = the program needs { $device }: --installation { $installation } gives GIER one
device-buffer = a buffer store
device-station = magnetic tape station { $number }
device-carrousel = a carrousel
device-disc = a block disc
device-plotter = a plotter
device-turbo = the faster GIER on which pc works as hv
not-ended = the program has not ended in { $seconds } seconds of GIER's time; --limit N allows N seconds
unkept-punch = the program punched a tape: --punch FILE saves it
unkept-printer = the program printed on the line printer: --printer FILE saves the pages
unkept-plot = the program drew on the plotter: --plot FILE.svg saves the drawing
left-at = you stopped the program at { $place }

## Alarms of ALGOL programs

alarm = { $word } alarm at { $place } ({ $meaning })
alarm-on-paper = the program stopped with the alarm at the end of the paper
call-of-procedure = in procedure { $name } called at { $place }
call-of-switch = in switch { $name } used at { $place }
call-of-actual = an actual parameter wanted at { $place }
more-calls = and more calls
bounds = { $element }, bounds { $bounds }
means-spill = a number is too large, or something is divided by zero
means-index = an element is outside its array
means-array = an array has a negative number of elements, or more than the store has cells
means-alas = the store is full: the arrays are too large, or the calls too deep
means-ln = the argument of ln is not positive
means-sqrt = the argument of sqrt is negative
means-exp = the argument of exp is too large
means-drum = drumplace is outside the free part of the drum
means-param = a parameter has the wrong kind, or their number is wrong

## Lessons

lessons = The lessons; gier lesson N shows one
lesson-begin = The program to complete:
lesson-how = Save it with gier lesson { $number } --program > { $file }, complete it, and check it with gier lesson { $number } --check { $file }
lesson-right = All is right.
lesson-next = The next lesson is gier lesson { $number }
lesson-typed = With the input { $typed }:
lesson-prints = the program prints { $found }, but { $wanted } is right
lesson-nothing = the program prints nothing, but { $wanted } is right
lesson-cell = cell { $label } holds { $found }, but { $wanted } is right
lesson-no-cell = the program has no cell { $label }
lesson-key = the program waits for more input than it gets
lesson-endless = the program did not end within ten minutes of GIER's time: a loop that never ends?
lesson-stop = the machine stopped at an order that it does not know
lesson-warns = the compiler warns: put that right too

## Experiments

experiment-typing = typed in { $minutes } min
experiment-open = open
experiment-result = { $candidate } ({ $date }, { $machine })
experiment-whole = { $name }: { $read } of { $of } lines, whole
experiment-not-whole = { $name }: { $read } of { $of } lines, not whole
experiment-strange = lines that no candidate prints
experiment-measured = measurements
experiment-assumed = { $candidate }, as gier assumes: { $says }
experiment-not-assumed = { $candidate }, NOT what gier assumes: { $says }
experiment-several = not decided; { $candidates } all agree
experiment-none = no candidate agrees
experiment-not-seen = not answered: no line that decides was read
experiment-no-line = { $file } has no line of an experiment whose check sum is right
experiment-stops = the machine stopped in { $stops } of its trials; each time it was started again with the next
