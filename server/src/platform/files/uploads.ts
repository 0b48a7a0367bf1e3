import { filesPath, uploadLimit, uploadTypes } from '@rumbo/contract/work.contract'
import type { ServedFiles } from '../http/files.ts'
import type { FileStore } from './files.ts'

/** Files that people upload to be imported, and download when they were generated. */
export const uploadedFiles = (files: Pick<FileStore, 'receive' | 'find'>): ServedFiles => ({
  path: filesPath,
  name: 'files',
  limitBytes: uploadLimit,
  uploadsPerMinute: 20,
  store: (actor, name, content) => files.receive(actor, name, content),
  async read(actor, id) {
    const { name, contentType, bytes, stream } = await files.find(actor, id)
    const isCsv = contentType === uploadTypes.csv
    return {
      name,
      contentType: isCsv ? `${contentType}; charset=utf-8` : contentType,
      bytes,
      content: stream(),
    }
  },
})
