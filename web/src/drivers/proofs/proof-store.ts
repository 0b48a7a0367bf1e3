/** A photo or signature on the phone until the server has it. */
export interface KeptProof {
  id: string
  serviceId: string
  /** Base64. */
  content: string
}

/** Where images survive a closed page. */
export interface ProofStore {
  put(proof: KeptProof): Promise<void>
  get(id: string): Promise<KeptProof | null>
  remove(id: string): Promise<void>
}

const table = 'proofs'

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('rumbo-driver', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' })
  return resultOf(request)
}

/** Keeps images in the browser's database: they are too large for its local storage. */
export function createProofStore(open = openDatabase): ProofStore {
  // Some private windows have no database; images then last as long as the page.
  const memory = new Map<string, KeptProof>()
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
    async put(proof) {
      memory.set(proof.id, proof)
      await stored('readwrite', (store) => store.put(proof))
    },
    async get(id) {
      return memory.get(id) ?? (await stored<KeptProof>('readonly', (store) => store.get(id))) ?? null
    },
    async remove(id) {
      memory.delete(id)
      await stored('readwrite', (store) => store.delete(id))
    },
  }
}
