import { filesPath } from '@rumbo/contract/work.contract'
import { useMemo } from 'react'
import { useClient } from '../app/client-context.tsx'

export interface Files {
  /** Fetches a file and hands it to the browser's downloads under the name. */
  downloadFile: (fileId: string, name: string) => Promise<void>
}

/** Hands bytes to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the bytes after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads of the person's own files. */
export function useFiles(): Files {
  const { transfer } = useClient()
  return useMemo(
    () => ({
      downloadFile: async (fileId, name) => {
        saveBlob(await transfer(`${filesPath}/${encodeURIComponent(fileId)}`, { method: 'GET' }), name)
      },
    }),
    [transfer],
  )
}
