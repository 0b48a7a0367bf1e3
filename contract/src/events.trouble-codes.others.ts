/** P0A00: hybrid drives; B0, C0, U0 and U3: body, chassis and networks; in the notation of `events.trouble-codes.table.ts`. */
export const otherCodes = `
B0001 airbagDriver:1 deployment; B0002 airbagDriver:2 deployment; B0010 airbagPassenger:1 deployment;
B0011 airbagPassenger:2 deployment; B0020 airbagLeft deployment; B0028 airbagRight deployment;
B0050 beltDriver failed; B0081 occupant failed; B0100 impact:1 failed; C0031 wheelLeftFront failed;
C0034 wheelRightFront failed; C0035 wheelLeftFront circuit; C0037 wheelLeftRear failed;
C003A wheelRightRear failed; C0040 wheelRightFront circuit; C0044 brakePressure failed;
C0045 wheelLeftRear circuit; C0050 wheelRightRear circuit; C0051 steeringAngleSensor failed;
C0061 lateral failed; C0062 longitudinal failed; C0063 yaw failed; C0077 tyrePressure tooLow;
C0110 absPump circuit; C0121 absRelay circuit; C0196 yaw circuit; P0A0D interlock high;
P0A1A generatorModule failed; P0A1B driveMotorModule failed; P0A1D hybridModule failed;
P0A1F packModule failed; P0A2F driveMotor overheated; P0A78 driveInverter range;
P0A7A generatorInverter range; P0A7D packCharge tooLow; P0A7E pack overheated deteriorated replace;
P0A81 packFan circuit stuckOff stuckOn low high; P0A93 inverterCooling range; P0A94 converter range;
P0A95 highFuse failed; P0A9C packTemperature range low high; P0AA1 contactor:+ stuckClosed;
P0AA4 contactor:− stuckClosed; P0AA6 isolation failed; P0AFA packVoltage tooLow tooHigh;
U0001 can failed range; U0003 canHigh open low high; U0006 canLow open low high; U0010 canMedium failed range;
U0019 canSlow failed range; U0073 canBus off; U0074 canBusB off; U0100 engine lost;
U0101 transmissionModule lost; U0102 transferCase lost; U0103 gearShift lost; U0104 cruiseModule lost;
U0105 injectorModule lost; U0106 glowModule lost; U0107 throttleModule lost; U0109 fuelPumpModule lost;
U0110 driveMotorModule lost; U0111 packModule lost; U0114 fourWheel lost; U0121 abs lost;
U0122 stability lost; U0123 yawModule lost; U0124 lateralModule lost; U0125 accelerationModule lost;
U0126 steeringAngle lost; U0127 tyreModule lost; U0128 parkingBrake lost; U0129 brakeSystem lost;
U0131 powerSteering lost; U0132 suspension lost; U0135 frontDifferential lost; U0136 rearDifferential lost;
U0137 trailerBrake lost; U0140 bodyModule lost; U0141 bodyModuleB:A lost; U0142 bodyModuleB:B lost;
U0143 bodyModuleB:C lost; U0146 gateway:A lost; U0147 gateway:B lost; U0151 restraints lost;
U0154 occupantModule lost; U0155 cluster lost; U0156 informationCentre:A lost; U0157 informationCentre:B lost;
U0159 parkingAssist lost; U0163 navigation lost; U0164 climate lost; U0165 rearClimate lost;
U0167 immobilizer lost; U0168 security lost; U0181 lampLevel lost; U0182 frontLamps lost;
U0183 rearLamps lost; U0184 radio lost; U0186 amplifier lost; U0197 telephone lost; U0198 telematics lost;
U0199 doorModule:A lost; U0200 doorModule:B lost; U0201 doorModule:C lost; U0202 doorModule:D lost;
U0208 seatModule:A lost; U0209 seatModule:B lost; U0212 columnModule lost; U0214 keylessModule lost;
U0235 distanceSensor lost; U0293 hybridModule lost; U029D noxModule:A lost; U029E noxModule:B lost;
U0300 software; U0301 software; U0302 software; U0401 engine invalid; U0402 transmissionModule invalid;
U0403 transferCase invalid; U0404 gearShift invalid; U0405 cruiseModule invalid;
U0411 driveMotorModule invalid; U0412 packModule invalid; U0414 fourWheel invalid; U0415 abs invalid;
U0416 stability invalid; U0417 parkingBrake invalid; U0418 brakeSystem invalid; U0420 powerSteering invalid;
U0421 suspension invalid; U0422 bodyModule invalid; U0423 cluster invalid; U0424 climate invalid;
U0426 immobilizer invalid; U0427 security invalid; U0428 steeringAngle invalid; U0447 gateway:A invalid;
U0452 restraints invalid; U3000 controlModule failed; U3003 batteryVoltage failed;
U3006 controlPower:A failed; U3007 controlPower:B failed
`
