import { createContact, listContacts } from '@rumbo/contract/directory.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import { addContact, listContactsOf } from './directory.actions.ts'

export const directoryEndpoints: Answer[] = [
  answer(listContacts, ({ query }, { tx }) => listContactsOf(tx, query)),
  answer(createContact, ({ body }, { tx, actor }) => addContact(tx, actor, body)),
]
