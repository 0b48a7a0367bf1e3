import {
  createContact,
  createSystemUser,
  deleteContact,
  listContacts,
  readContact,
  updateContact,
} from '@rumbo/contract/directory.contract'
import { exportContacts, importContacts, inspectImport } from '@rumbo/contract/directory.files.contract'
import { linkContact, unlinkContact } from '@rumbo/contract/identity.users.links.contract'
import { signedIn } from '../platform/access/access.ts'
import {
  type Answer,
  answer,
  answerAlone,
  answerAsSystem,
  answerPrepared,
} from '../platform/http/endpoints.ts'
import type { UploadedFiles } from '../platform/tables/import-work.ts'
import { addContact, changeContact, listContactsOf, readContactOf } from './directory.actions.ts'
import { startExport } from './directory.export.actions.ts'
import { inspectFile, startImport } from './directory.import.actions.ts'
import {
  type Accounts,
  addSystemUser,
  linkContactTo,
  removeContact,
  unlinkContactFrom,
} from './directory.links.actions.ts'

/** Dependencies of the directory's endpoints. */
export interface DirectoryParts {
  accounts: Accounts
  files: UploadedFiles
}

export function directoryEndpoints({ accounts, files }: DirectoryParts): Answer[] {
  return [
    answer(listContacts, ({ query }, { tx, actor }) => listContactsOf(tx, actor, query)),
    answer(readContact, ({ params }, { tx }) => readContactOf(tx, params.id)),
    answer(createContact, ({ body }, { tx, actor }) => addContact(tx, actor, body)),
    answer(updateContact, ({ params, body }, { tx, actor }) => changeContact(tx, actor, params.id, body)),
    answerAsSystem(deleteContact, ({ params }, { tx, actor }) =>
      removeContact(tx, accounts, actor, params.id),
    ),
    answerPrepared(
      createSystemUser,
      ({ body }) => accounts.hashPassword(body.password),
      ({ params, body }, { tx, actor }, passwordHash) =>
        addSystemUser(tx, accounts, actor, params.id, body, passwordHash),
    ),
    answerAsSystem(linkContact, ({ params, body }, { tx, actor }) =>
      linkContactTo(tx, accounts, actor, params.id, body.contactId),
    ),
    answerAsSystem(unlinkContact, ({ params }, { tx, actor }) =>
      unlinkContactFrom(tx, accounts, actor, params.id),
    ),
    answerAlone(inspectImport, ({ body }, { actor, signal }) => {
      return inspectFile(files, signedIn(actor), body, signal)
    }),
    answer(importContacts, ({ body }, { tx, actor }) => startImport(tx, files, actor, body)),
    answer(exportContacts, ({ body }, { tx, actor }) => startExport(tx, actor, body)),
  ]
}
