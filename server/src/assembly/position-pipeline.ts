import {
  applyTelemetry,
  type CustomRulesInForce,
  classify,
  collectAnswers,
  compareCodes,
  evaluateFences,
  type FencesInForce,
  findConditions,
  identify,
  identifyDriver,
  judgeByRoads,
  judgeByRules,
  keepReadings,
  measureMovement,
  type PipelineStep,
  type RoadSpeeds,
  raiseAlarms,
  replaceState,
  storePosition,
  storeUnread,
} from '../telemetry/index.ts'

/** The steps for each report: synchronous, without I/O, in arrival order per vehicle; steps only add to the effects. */
export const positionPipeline: readonly PipelineStep[] = [
  identify, // no vehicle has the device: counted among unknown devices, acknowledged
  storeUnread, // a message that could not be read: its frame, to be decoded again
  classify, // report: live, late, duplicate, future, too old or without fix; fix: usable or not, and whose it is
  keepReadings, // what cannot be true is marked; changed readings for the history and for the steps after it
  applyTelemetry, // ignition, battery and the like, unless the report is late
  measureMovement, // only live and usable: odometer, trips, stays, the day's sums
  findConditions, // speeding, harsh driving, low levels, crashes, use outside the hours; unless the report is late
  storePosition, // every fix that is kept; late and invalid ones with their mark, late ones also mark their day
  replaceState, // silence ends with any report; the vehicle moves only by live and usable
  identifyDriver, // a card that was presented or removed, unless the report is late
  compareCodes, // trouble codes that are new or cleared, unless the report is late
  raiseAlarms, // always, marked late or without fix
  collectAnswers, // to the commands they answer
]

/**
 * The pipeline of a gateway: also judges speeds by the limits of roads and reports by custom rules, and follows vehicles in
 * fences, all while the state has the fix before.
 */
export function pipelineWith(watched: {
  fences?: FencesInForce
  customRules?: CustomRulesInForce
  roadSpeeds?: RoadSpeeds
}): PipelineStep[] {
  const { fences, customRules, roadSpeeds } = watched
  return positionPipeline.toSpliced(
    positionPipeline.indexOf(replaceState),
    0,
    ...(roadSpeeds ? [judgeByRoads(roadSpeeds)] : []),
    ...(customRules ? [judgeByRules(customRules)] : []),
    ...(fences ? [evaluateFences(fences)] : []),
  )
}
