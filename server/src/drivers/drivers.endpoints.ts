import { actAsDriver, readDriverState } from '@rumbo/contract/drivers.contract'
import { signedIn } from '../platform/access/access.ts'
import { type Answer, answerAlone, answerAsSystem } from '../platform/http/endpoints.ts'
import { actAsDriverOf, type DriverDeps } from './drivers.actions.ts'
import { readDriverStateOf } from './drivers.state.actions.ts'

export const driverEndpoints = (deps: DriverDeps): Answer[] => [
  answerAsSystem(readDriverState, (_input, { tx, actor }) => readDriverStateOf(tx, actor)),
  answerAlone(actAsDriver, ({ body }, { actor }) => actAsDriverOf(deps, signedIn(actor), body)),
]
