# Hvad gæster og elever læser, på dansk. en.ftl har de samme sætninger på engelsk.

## Ved skrivemaskinen

end-numbers = slut hvert tal med mellemrum; Ctrl-C slutter
busy = denne computer havde travlt et stykke tid, så GIER var langsommere end ønsket
typed-ended = de skrevne inddata slap op, mens programmet ventede på en tast, på linje { $line } af papiret: { $text }
waits-for-tape = programmet venter på en strimmel: giv det en til med --reader
stopped-early = programmet standsede før sin slutning: { $cause }
needs-device = programmet kræver { $device }: med --installation { $installation } har GIER det
device-buffer = et bufferlager
device-station = magnetbåndstation { $number }
device-carrousel = en karrusel
device-disc = et blokpladelager
device-plotter = en plotter
device-turbo = den hurtigere GIER, hvor pc virker som hv
not-ended = programmet er ikke slut efter { $seconds } sekunder af GIERs tid; --limit N tillader N sekunder
unkept-punch = programmet hullede en strimmel: --punch FILE gemmer den
unkept-printer = programmet skrev på linjeskriveren: --printer FILE gemmer siderne
unkept-plot = programmet tegnede på plotteren: --plot FILE.svg gemmer tegningen
left-at = De standsede programmet ved { $place }

## Alarmer fra ALGOL-programmer

alarm = alarmen { $word } ved { $place } ({ $meaning })
alarm-on-paper = programmet standsede med alarmen sidst på papiret
call-of-procedure = i proceduren { $name }, kaldt ved { $place }
call-of-switch = i switchen { $name }, brugt ved { $place }
call-of-actual = en aktuel parameter, brugt ved { $place }
more-calls = og flere kald
bounds = { $element }, grænser { $bounds }
means-spill = et tal er for stort, eller der divideres med nul
means-index = et element ligger uden for sit array
means-array = et array har et negativt antal elementer, eller flere end lageret har celler
means-alas = lageret er fuldt: arrayerne er for store, eller kaldene for dybe
means-ln = argumentet til ln er ikke positivt
means-sqrt = argumentet til sqrt er negativt
means-exp = argumentet til exp er for stort
means-drum = drumplace ligger uden for den fri del af tromlen
means-param = en parameter er af forkert art, eller antallet er forkert

## Lektioner

lessons = Lektionerne; gier lesson N viser en
lesson-begin = Programmet, der skal gøres færdigt:
lesson-how = Gem det med gier lesson { $number } --program > { $file }, gør det færdigt, og prøv det med gier lesson { $number } --check { $file }
lesson-right = Alt er rigtigt.
lesson-next = Næste lektion er gier lesson { $number }
lesson-typed = Med inddata { $typed }:
lesson-prints = programmet skriver { $found }, men { $wanted } er rigtigt
lesson-nothing = programmet skriver intet, men { $wanted } er rigtigt
lesson-cell = celle { $label } indeholder { $found }, men { $wanted } er rigtigt
lesson-no-cell = programmet har ingen celle { $label }
lesson-key = programmet venter på mere inddata, end det får
lesson-endless = programmet sluttede ikke inden for ti minutter af GIERs tid: en løkke, der aldrig slutter?
lesson-stop = maskinen standsede ved en ordre, den ikke kender
lesson-warns = oversætteren advarer: ret også det

## Forsøg

experiment-typing = skrives på { $minutes } min
experiment-open = ubesvaret
experiment-result = { $candidate } ({ $date }, { $machine })
experiment-whole = { $name }: { $read } af { $of } linjer, uden fejl
experiment-not-whole = { $name }: { $read } af { $of } linjer, ikke alt
experiment-strange = linjer, som ingen kandidat skriver
experiment-measured = målinger
experiment-assumed = { $candidate }, som gier antager: { $says }
experiment-not-assumed = { $candidate }, IKKE hvad gier antager: { $says }
experiment-several = ikke afgjort; { $candidates } passer alle
experiment-none = ingen kandidat passer
experiment-not-seen = ikke besvaret: ingen afgørende linje blev læst
experiment-no-line = { $file } har ingen linje fra et forsøg med rigtig kontrolsum
experiment-stops = maskinen standsede i { $stops } af prøverne og blev hver gang startet igen med den næste
