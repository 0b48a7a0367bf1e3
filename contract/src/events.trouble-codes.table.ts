import { type CodeFault, type CodePart, codeFaults, codeParts } from './events.trouble-codes.words.ts'

/**
 * The generic trouble codes of SAE J2012 (facts of the standard, in our own words): the first code of a run, what it is
 * about (part:number:number), and what is wrong with it, by consecutive hexadecimal codes.
 */
const runs = `
B0001 airbagDriver:1 deployment; B0002 airbagDriver:2 deployment; B0010 airbagPassenger:1 deployment;
B0011 airbagPassenger:2 deployment; B0020 airbagLeft deployment; B0028 airbagRight deployment;
B0050 beltDriver failed; B0081 occupant failed; B0100 impact:1 failed; C0031 wheelLeftFront failed;
C0034 wheelRightFront failed; C0035 wheelLeftFront circuit; C0037 wheelLeftRear failed;
C003A wheelRightRear failed; C0040 wheelRightFront circuit; C0044 brakePressure failed;
C0045 wheelLeftRear circuit; C0050 wheelRightRear circuit; C0051 steeringAngleSensor failed;
C0061 lateral failed; C0062 longitudinal failed; C0063 yaw failed; C0110 absPump circuit; C0121 absRelay circuit;
C0196 yaw circuit; P0010 camActuator:A:1 circuit advanced retarded;
P0013 camActuator:B:1 circuit advanced retarded; P0016 crankCam:A:1 correlation; P0017 crankCam:B:1 correlation;
P0018 crankCam:A:2 correlation; P0019 crankCam:B:2 correlation; P0020 camActuator:A:2 circuit advanced retarded;
P0023 camActuator:B:2 circuit advanced retarded; P0030 oxygenHeater:1:1 circuit low high;
P0036 oxygenHeater:1:2 circuit low high; P0050 oxygenHeater:2:1 circuit low high;
P0056 oxygenHeater:2:2 circuit low high; P0068 mapMafThrottle correlation; P0087 railPressure tooLow tooHigh;
P0100 maf circuit range low high intermittent; P0105 map circuit range low high intermittent;
P0110 intakeTemperature:1 circuit range low high intermittent;
P0115 coolantTemperature:1 circuit range low high intermittent;
P0120 throttle:A circuit range low high intermittent; P0125 coolantForFuel; P0128 thermostat;
P0130 oxygen:1:1 circuit low high slow inactive; P0135 oxygenHeater:1:1 circuit;
P0136 oxygen:1:2 circuit low high slow; P0140 oxygen:1:2 inactive; P0141 oxygenHeater:1:2 circuit;
P0142 oxygen:1:3 circuit low high slow inactive; P0147 oxygenHeater:1:3 circuit;
P0150 oxygen:2:1 circuit low high slow inactive; P0155 oxygenHeater:2:1 circuit;
P0156 oxygen:2:2 circuit low high slow; P0160 oxygen:2:2 inactive; P0161 oxygenHeater:2:2 circuit;
P0162 oxygen:2:3 circuit low high slow inactive; P0167 oxygenHeater:2:3 circuit;
P0170 fuelTrim:1 failed lean rich; P0173 fuelTrim:2 failed lean rich;
P0180 fuelTemperature:A circuit range low high intermittent;
P0185 fuelTemperature:B circuit range low high intermittent;
P0190 railPressureSensor circuit range low high intermittent;
P0195 oilTemperature circuit range low high intermittent; P0200 injectors circuit; P0201 injector:1 circuit;
P0202 injector:2 circuit; P0203 injector:3 circuit; P0204 injector:4 circuit; P0205 injector:5 circuit;
P0206 injector:6 circuit; P0207 injector:7 circuit; P0208 injector:8 circuit; P0209 injector:9 circuit;
P0210 injector:10 circuit; P0211 injector:11 circuit; P0212 injector:12 circuit; P0217 engineHeat;
P0218 transmissionHeat; P0219 engineSpeed; P0220 throttle:B circuit range low high intermittent;
P0230 fuelPump circuit low high; P0234 boost tooHigh; P0235 boostSensor:A circuit range low high;
P0243 wastegate circuit; P0261 injector:1 low high contribution; P0264 injector:2 low high contribution;
P0267 injector:3 low high contribution; P0270 injector:4 low high contribution;
P0273 injector:5 low high contribution; P0276 injector:6 low high contribution; P0279 injector:7 low;
P0280 injector:7 high contribution; P0282 injector:8 low high contribution;
P0285 injector:9 low high contribution; P0288 injector:10 low high; P0290 injector:10 contribution;
P0291 injector:11 low high contribution; P0294 injector:12 low high contribution; P0298 oilHeat;
P0299 boost tooLow; P0300 misfireAny; P0301 misfire:1; P0302 misfire:2; P0303 misfire:3; P0304 misfire:4;
P0305 misfire:5; P0306 misfire:6; P0307 misfire:7; P0308 misfire:8; P0309 misfire:9; P0310 misfire:10;
P0311 misfire:11; P0312 misfire:12; P0313 misfireLowFuel; P0315 crankVariation;
P0320 ignitionInput circuit range noSignal intermittent; P0325 knock:1 circuit range low high intermittent;
P0330 knock:2 circuit range low high intermittent; P0335 crank:A circuit range low high intermittent;
P0340 cam:A:1 circuit range low high intermittent; P0345 cam:A:2 circuit range low high intermittent;
P0350 coils circuit; P0351 coil:A circuit; P0352 coil:B circuit; P0353 coil:C circuit; P0354 coil:D circuit;
P0355 coil:E circuit; P0356 coil:F circuit; P0357 coil:G circuit; P0358 coil:H circuit; P0359 coil:I circuit;
P0360 coil:J circuit; P0361 coil:K circuit; P0362 coil:L circuit;
P0365 cam:B:1 circuit range low high intermittent; P0380 glowPlugs circuit;
P0385 crank:B circuit range low high intermittent; P0390 cam:B:2 circuit range low high intermittent;
P0400 egr flow flowLow flowHigh circuit range; P0405 egrSensor:A low high; P0407 egrSensor:B low high;
P0410 secondaryAir failed flow; P0420 catalyst:1 efficiency; P0421 warmCatalyst:1 efficiency;
P0430 catalyst:2 efficiency; P0431 warmCatalyst:2 efficiency; P0440 evap failed; P0441 purge flow;
P0442 evap leakSmall; P0443 purge circuit open short; P0446 evapVent circuit open short circuit;
P0450 evapPressure circuit range low high intermittent; P0455 evap leakLarge leakTiny; P0457 fuelCap;
P0458 purge low high; P0460 fuelLevel:A circuit range low high intermittent;
P0470 exhaustPressure:A circuit range low high intermittent; P0480 fan:1 circuit; P0481 fan:2 circuit;
P0482 fan:3 circuit; P0500 vehicleSpeed:A circuit range low intermittent; P0505 idle failed tooLow tooHigh;
P0510 closedThrottle circuit; P0520 oilPressureSensor circuit range low high; P0524 oilPressure tooLow;
P0530 refrigerantPressure circuit range low high; P0534 refrigerant tooLow;
P0560 voltage failed unstable tooLow tooHigh; P0571 brakeSwitch:A circuit; P0600 serialLink failed;
P0601 engineModule memory programming memory memory memory processor processor; P0620 generator circuit;
P0622 generatorField circuit; P0627 fuelPumpControl open; P0641 reference:A open low high;
P0650 warningLamp circuit; P0651 reference:B open low high; P0685 powerRelay circuit;
P0700 transmission failed range electrical; P0703 brakeSwitch:B circuit; P0704 clutchSwitch circuit;
P0705 rangeSensor circuit range low high intermittent;
P0710 fluidTemperature circuit range low high intermittent; P0715 inputSpeed circuit range noSignal intermittent;
P0720 outputSpeed circuit range noSignal intermittent;
P0725 engineSpeedInput circuit range noSignal intermittent; P0730 gears ratio; P0731 gear:1 ratio;
P0732 gear:2 ratio; P0733 gear:3 ratio; P0734 gear:4 ratio; P0735 gear:5 ratio; P0736 reverse ratio;
P0740 converterClutch failed stuckOff stuckOn electrical intermittent;
P0745 pressureSolenoid:A failed stuckOff stuckOn electrical intermittent;
P0750 shiftSolenoid:A failed stuckOff stuckOn electrical intermittent;
P0755 shiftSolenoid:B failed stuckOff stuckOn electrical intermittent;
P0760 shiftSolenoid:C failed stuckOff stuckOn electrical intermittent;
P0765 shiftSolenoid:D failed stuckOff stuckOn electrical intermittent;
P0770 shiftSolenoid:E failed stuckOff stuckOn electrical intermittent; P0780 shifting failed;
P0781 shift:1:2 failed; P0782 shift:2:3 failed; P0783 shift:3:4 failed; P0784 shift:4:5 failed;
P2002 particulateFilter:1 efficiency; P2003 particulateFilter:2 efficiency; P2004 intakeRunner:1 stuckOpen;
P2005 intakeRunner:2 stuckOpen; P2006 intakeRunner:1 stuckClosed; P2007 intakeRunner:2 stuckClosed;
P203F reductant tooLow; P204F reductantSystem:1 range; P207F reductantQuality range;
P2096 afterCatalyst:1 lean rich; P2098 afterCatalyst:2 lean rich; P20E8 reductantPressure tooLow tooHigh;
P20EE scr:1 efficiency; P20F4 reductantUse tooHigh; P2100 throttleMotor open range low high;
P2111 throttleActuator stuckOpen stuckClosed; P2118 throttleMotor current; P2119 throttleActuator range;
P2120 pedal:D circuit range low high intermittent; P2125 pedal:E circuit range low high intermittent;
P2130 pedal:F circuit range low high intermittent; P2135 throttles correlation; P2138 pedals correlation;
P2181 cooling range; P2187 idleMixture:1 lean rich; P2189 idleMixture:2 lean; P2190 idleMixture:2 rich;
P2195 oxygen:1:1 stuckLean stuckRich; P2197 oxygen:2:1 stuckLean stuckRich;
P2200 nox:1 circuit range low high intermittent; P2226 barometer circuit range low high; P2230 barometer intermittent;
P2263 boost range; P2270 oxygen:1:2 stuckLean stuckRich; P2272 oxygen:2:2 stuckLean stuckRich; P2279 intakeLeak;
P2293 fuelRegulator range; P2452 filterPressure:A circuit range low high intermittent;
P2457 egrCooler efficiency; P2458 regeneration duration frequency; P2463 soot;
P2562 turboPosition:A circuit range low high intermittent; P2610 offTimer range; U0001 can failed range;
U0073 canBus off; U0100 engine lost; U0101 transmissionModule lost; U0102 transferCase lost;
U0103 gearShift lost; U0107 throttleModule lost; U0109 fuelPumpModule lost; U0114 fourWheel lost; U0121 abs lost;
U0122 stability lost; U0126 steeringAngle lost; U0128 parkingBrake lost; U0129 brakeSystem lost;
U0131 powerSteering lost; U0140 bodyModule lost; U0151 restraints lost; U0155 cluster lost; U0164 climate lost;
U0167 immobilizer lost; U0168 security lost; U0184 radio lost; U0199 doorModule:A lost; U0200 doorModule:B lost;
U0300 software; U0401 engine invalid; U0402 transmissionModule invalid; U0404 gearShift invalid;
U0415 abs invalid; U0416 stability invalid; U0417 parkingBrake invalid; U0418 brakeSystem invalid;
U0420 powerSteering invalid; U0422 bodyModule invalid; U0423 cluster invalid; U0424 climate invalid;
U0426 immobilizer invalid; U0427 security invalid; U0428 steeringAngle invalid; U0452 restraints invalid
`

const isPart = (word: string | undefined): word is CodePart => codeParts.some((part) => part === word)
const isFault = (word: string): word is CodeFault => codeFaults.some((fault) => fault === word)

function* entries() {
  for (const line of runs.split(';')) {
    const [first = '', about = '', ...words] = line.trim().split(' ')
    const [part, ...numbers] = about.split(':')
    if (!isPart(part)) throw new Error(`Unknown part in the table of trouble codes: ${line}`)
    const from = Number.parseInt(first.slice(1), 16)
    for (let at = 0; at < Math.max(1, words.length); at += 1) {
      const word = words[at]
      if (word !== undefined && !isFault(word)) throw new Error(`Unknown fault in the table: ${line}`)
      const code = first.charAt(0) + (from + at).toString(16).toUpperCase().padStart(4, '0')
      yield [code, { part, numbers, fault: word ?? null }] as const
    }
  }
}
export const codeTable: ReadonlyMap<
  string,
  { part: CodePart; numbers: readonly string[]; fault: CodeFault | null }
> = new Map(entries())
