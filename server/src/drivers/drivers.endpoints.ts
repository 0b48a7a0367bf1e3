import {
  actAsDriver,
  createPhoneKey,
  readDriverState,
  sendPhoneFixes,
  sendProof,
} from '@rumbo/contract/drivers.contract'
import { readVehicleCard } from '@rumbo/contract/shifts.cards.contract'
import { signedIn } from '../platform/access/access.ts'
import type { FileStore } from '../platform/files/files.ts'
import { type Answer, answer, answerAlone, answerAsSystem } from '../platform/http/endpoints.ts'
import { actAsDriverOf, type DriverDeps } from './drivers.actions.ts'
import { readVehicleCardOf } from './drivers.cards.actions.ts'
import { createPhoneKeyOf } from './drivers.phones.actions.ts'
import { sendPhoneFixesOf } from './drivers.positions.actions.ts'
import { sendProofOf } from './drivers.proofs.actions.ts'
import { readDriverStateOf } from './drivers.state.actions.ts'

export const driverEndpoints = (
  deps: DriverDeps & { files: Pick<FileStore, 'records'>; trackerHost: string },
): Answer[] => [
  answerAsSystem(readDriverState, (_input, { tx, actor }) => readDriverStateOf(tx, actor)),
  answer(readVehicleCard, ({ params }, { tx }) => readVehicleCardOf(tx, params.id)),
  answerAsSystem(sendPhoneFixes, ({ body }, { tx, actor }) => sendPhoneFixesOf(tx, actor, body)),
  answerAsSystem(createPhoneKey, (_input, { tx, actor }) => createPhoneKeyOf(tx, actor, deps.trackerHost)),
  answerAlone(sendProof, ({ body }, { actor }) => sendProofOf(deps, signedIn(actor), body)),
  answerAlone(actAsDriver, ({ body }, { actor }) => actAsDriverOf(deps, signedIn(actor), body)),
]
