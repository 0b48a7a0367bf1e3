import {
  cancelCommand,
  commandOptions,
  listCommands,
  readCommand,
  sendCommand,
} from '@rumbo/contract/commands.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import {
  cancelCommandOf,
  commandOptionsOf,
  listCommandsOf,
  queueCommand,
  readCommandOf,
} from './commands.actions.ts'

export const commandEndpoints: Answer[] = [
  answer(listCommands, ({ query }, { tx }) => listCommandsOf(tx, query)),
  answer(readCommand, ({ params }, { tx }) => readCommandOf(tx, params.id)),
  answerAsSystem(sendCommand, ({ body }, { tx, actor }) => queueCommand(tx, actor, body)),
  answerAsSystem(cancelCommand, ({ params }, { tx, actor }) => cancelCommandOf(tx, actor, params.id)),
  answerAsSystem(commandOptions, ({ params }, { tx, actor }) => commandOptionsOf(tx, actor, params.id)),
]
