/** A photo or signature on the phone until the server has it. */
export interface KeptProof {
  id: string
  serviceId: string
  /** Base64. */
  content: string
}

/** Where images and recordings survive a closed page. */
export interface KeptStore<Kept extends { id: string }> {
  put(kept: Kept): Promise<void>
  get(id: string): Promise<Kept | null>
  remove(id: string): Promise<void>
}
export type ProofStore = KeptStore<KeptProof>

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })

const openDatabase = (name: string, table: string) => (): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' })
  return resultOf(request)
}

export const createProofStore = (open?: () => Promise<IDBDatabase>): ProofStore =>
  createKeptStore('rumbo-driver', 'proofs', open)

/** Keeps large things in a database of the browser, each kind in its own: its local storage is too small. */
export function createKeptStore<Kept extends { id: string }>(
  name: string,
  table: string,
  open = openDatabase(name, table),
): KeptStore<Kept> {
  // Some private windows have no database; images then last as long as the page.
  const memory = new Map<string, Kept>()
  const database = Promise.resolve()
    .then(open)
    .catch(() => null)
  const stored = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> => {
    const opened = await database
    return opened ? resultOf(work(opened.transaction(table, mode).objectStore(table))) : null
  }
  return {
    async put(kept) {
      memory.set(kept.id, kept)
      await stored('readwrite', (store) => store.put(kept))
    },
    async get(id) {
      return memory.get(id) ?? (await stored<Kept>('readonly', (store) => store.get(id))) ?? null
    },
    async remove(id) {
      memory.delete(id)
      await stored('readwrite', (store) => store.delete(id))
    },
  }
}
