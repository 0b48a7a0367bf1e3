import { cancelWork, readWork } from '@rumbo/contract/work.contract'
import { type Answer, answer } from '../http/endpoints.ts'
import { cancelOwnWork, readOwnWork } from './work.ts'

export const workEndpoints: Answer[] = [
  answer(readWork, ({ params }, { tx }) => readOwnWork(tx, params.id)),
  answer(cancelWork, ({ params }, { tx }) => cancelOwnWork(tx, params.id)),
]
