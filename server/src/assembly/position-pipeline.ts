import {
  classify,
  collectAnswers,
  identify,
  measureMovement,
  type PipelineStep,
  raiseAlarms,
  replaceState,
  storePosition,
} from '../telemetry/index.ts'

/** The way of a report, synchronous, without I/O, per vehicle in arrival order; steps only add to the effects. */
export const positionPipeline: readonly PipelineStep[] = [
  identify, // no vehicle has the device: counted among unknown devices, acknowledged
  classify, // report: live, late, duplicate, future, too old or without fix; fix: usable or not
  measureMovement, // only live and usable
  storePosition, // every fix with a partition; late and invalid ones with their mark
  replaceState, // silence ends with any report; the vehicle moves only by live and usable
  raiseAlarms, // always, marked late or without fix
  collectAnswers, // to the commands they answer
]
