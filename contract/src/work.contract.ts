import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './lists.ts'

/** The answer to a call whose work may last: read it by its id; hints of the domain `work` announce progress. */
export const workStarted = z.object({ workId: id })

/** A refused row of an import: its number in the file (whose first row is 1), the field, and why. */
export const badRow = z.object({
  row: z.number().int(),
  field: z.string().nullable(),
  code: z.string(),
  value: z.string().nullable(),
})
export type BadRow = z.infer<typeof badRow>

export const work = z.object({
  id,
  kind: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Rows done, of all; `total` is null until it is known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  result: z
    .object({
      /** A file to download, see `GET /files/:id`. */
      fileId: id.nullable(),
      fileName: z.string().nullable(),
      added: z.number().int(),
      updated: z.number().int(),
      skipped: z.number().int(),
      bad: z.array(badRow),
      /** Rows that wait for a person's decision, where a kind of import has such. */
      waiting: z.number().int().optional(),
      /** Rows that are not refused, but said something about: in doubt, or imported before. */
      notes: z.array(badRow).optional(),
      isDryRun: z.boolean(),
    })
    .nullable(),
  /** A problem code where it failed, or one that the work's own domain words. */
  error: z.string().nullable(),
  createdAt: instant,
  endedAt: instant.nullable(),
})
export type Work = z.infer<typeof work>

export const readWork = endpoint({
  name: 'work.read',
  method: 'GET',
  path: '/work/:id',
  summary: 'How far a long work of one’s own is',
  access: 'signed-in',
  params: idParams,
  output: work,
  problems: ['work_not_found'],
})
export const cancelWork = endpoint({
  name: 'work.cancel',
  worksWhenFull: true,
  method: 'POST',
  path: '/work/:id/cancel',
  summary: 'Stop a long work of one’s own; what it had changed is undone, except services already imported',
  access: 'signed-in',
  params: idParams,
  output: work,
  problems: ['work_not_found'],
})

/** `POST /files?name=…` takes the bytes as its body, `GET /files/:id` gives them: neither is JSON. */
export const filesPath = '/files'
export const uploadTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
/** Bytes of one upload. */
export const uploadLimit = 20 * 1024 * 1024
/** Total bytes of one person's uploads that are still stored; they are deleted after a day. */
export const uploadQuota = 1024 ** 3
export const uploadedFile = z.object({ id, name: z.string(), bytes: z.number().int() })
export type UploadedFile = z.infer<typeof uploadedFile>
