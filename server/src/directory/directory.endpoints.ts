import { createContact, listContacts, readContact } from '@rumbo/contract/directory.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import { addContact, listContactsOf, readContactOf } from './directory.actions.ts'

export const directoryEndpoints: Answer[] = [
  answer(listContacts, ({ query }, { tx }) => listContactsOf(tx, query)),
  answer(readContact, ({ params }, { tx }) => readContactOf(tx, params.id)),
  answer(createContact, ({ body }, { tx, actor }) => addContact(tx, actor, body)),
]
