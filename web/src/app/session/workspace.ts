import type { OutputOf } from '@rumbo/contract/endpoint'
import { profileCompanies } from '@rumbo/contract/identity.contract'
import {
  type Company,
  type Fleet,
  listFleets,
  readCompany,
  readFleet,
} from '@rumbo/contract/organisation.contract'
import { allPages } from '../data/all-pages.ts'
import type { DataLayer } from '../data/data.ts'
import { ProblemError } from '../data/problems.ts'
import type { AppStorage } from './storage.ts'

export const fleetPageSize = 100

export type CompanyChoice = OutputOf<typeof profileCompanies>['items'][number]
export type WorkspaceFailure = 'companies' | 'company' | 'fleets' | 'fleet'

/** The active company and fleet, and the lists to choose from. */
export interface WorkspaceState {
  isReady: boolean
  companies: readonly CompanyChoice[]
  company: Company | null
  fleets: readonly Fleet[]
  /** False until the fleets of the active company have been read. */
  areFleetsKnown: boolean
  /** Null until loaded, and while all fleets are shown. */
  fleet: Fleet | null
  /** All the person's fleets of the company are shown at once. */
  isAllFleets: boolean
  /** What could not be loaded, and the error. */
  failure: { what: WorkspaceFailure; error: unknown } | null
}
/** `fleet-changed` reports the id of the company while all its fleets are shown. */
export type WorkspaceChange = 'company-changed' | 'fleet-changed'

/** The fleets shown: the active one, or all the person's fleets of the active company. */
export interface FleetSelection {
  /** The id of the fleet, or of the company for all. */
  id: string
  isAll: boolean
  fleetIds: readonly string[]
  /** For calls that list the records of a fleet or of a company. */
  query: { fleetId: string } | { companyId: string }
}

/** @returns null without a fleet */
export function selectionOf({
  company,
  fleet,
  fleets,
  isAllFleets,
}: Pick<WorkspaceState, 'company' | 'fleet' | 'fleets' | 'isAllFleets'>): FleetSelection | null {
  if (fleet !== null)
    return { id: fleet.id, isAll: false, fleetIds: [fleet.id], query: { fleetId: fleet.id } }
  if (!isAllFleets || company === null) return null
  return {
    id: company.id,
    isAll: true,
    fleetIds: fleets.map(({ id }) => id),
    query: { companyId: company.id },
  }
}

export interface Workspace {
  state: () => WorkspaceState
  subscribe: (listener: () => void) => () => void
  /** Calls `listener` with the new id, or null, after each change. @returns a function that unsubscribes */
  on: (change: WorkspaceChange, listener: (id: string | null) => void) => () => void
  /** Loads companies and fleets and restores the selection of this tab. Never rejects. */
  load: () => Promise<void>
  /** Like `load`, bypassing the cache; a call during a reload makes it run once more. */
  reload: () => Promise<void>
  chooseCompany: (id: string) => Promise<void>
  chooseFleet: (id: string) => Promise<void>
  /** Shows all fleets of the company; without effect where there are not several. */
  chooseAllFleets: () => void
  clear: () => void
}

const empty: WorkspaceState = {
  isReady: false,
  companies: [],
  company: null,
  fleets: [],
  areFleetsKnown: false,
  fleet: null,
  isAllFleets: false,
  failure: null,
}
const noFleets = { fleets: [], areFleetsKnown: false, fleet: null, isAllFleets: false }
/** Stored in place of the id of a fleet. */
const allFleets = 'all'
/** All fleets at once are offered where there are several. */
export const hasSeveralFleets = ({ fleets }: Pick<WorkspaceState, 'fleets'>): boolean => fleets.length > 1

const isDenied = (error: unknown): boolean => error instanceof ProblemError && error.status === 403

/** The stored id first if it is still offered, then the first of the list. */
export function candidates(offered: readonly { id: string }[], storedId: string | null): string[] {
  const ids = offered.map((one) => one.id)
  const first = ids[0]
  if (first === undefined) return []
  return storedId !== null && storedId !== first && ids.includes(storedId) ? [storedId, first] : [first]
}

/** The selection of section 4: companies, then fleets, each restored only if its details load. */
export function createWorkspace(data: Pick<DataLayer, 'read'>, storage: AppStorage): Workspace {
  const listeners = new Set<() => void>()
  const changeListeners: Record<WorkspaceChange, Set<(id: string | null) => void>> = {
    'company-changed': new Set(),
    'fleet-changed': new Set(),
  }
  let state = empty
  /** Answers of a selection that was replaced meanwhile are dropped. */
  let turn = 0
  let isFresh = false
  let reloading: Promise<void> | null = null
  let isAskedAgain = false

  function set(some: Partial<WorkspaceState>): void {
    const before = state
    state = { ...state, ...some }
    for (const listener of listeners) listener()
    const changes: [WorkspaceChange, string | null, string | null][] = [
      ['company-changed', before.company?.id ?? null, state.company?.id ?? null],
      ['fleet-changed', selectionOf(before)?.id ?? null, selectionOf(state)?.id ?? null],
    ]
    for (const [change, was, is] of changes) {
      if (was !== is) for (const listener of changeListeners[change]) listener(is)
    }
  }

  /** Details of the first candidate that loads; a 403 clears the stored selection and stops with null. */
  async function firstThatLoads<T>(
    ids: readonly string[],
    load: (id: string) => Promise<T>,
    forget: () => void,
  ) {
    let error: unknown = null
    for (const id of ids) {
      try {
        return { found: await load(id), error: null }
      } catch (failure) {
        error = failure
        if (isDenied(failure)) forget()
      }
    }
    return { found: null, error }
  }

  async function loadFleets(company: Company, mine: number): Promise<void> {
    let fleets: readonly Fleet[] = []
    try {
      const query = { company_id: company.id, size: fleetPageSize }
      const { items } = await allPages((page) =>
        data.read(listFleets, { query: page === 1 ? query : { ...query, page } }, { isFresh }),
      )
      fleets = items.filter((one) => one.is_active)
    } catch (error) {
      // Fleets of another company are already cleared; those of this company survive a temporary failure.
      const kept = isDenied(error) ? { fleets: [], fleet: null, isAllFleets: false } : {}
      if (mine === turn) set({ ...kept, isReady: true, failure: { what: 'fleets', error } })
      return
    }
    if (storage.fleetId() === allFleets && hasSeveralFleets({ fleets })) {
      if (mine === turn)
        set({
          fleets,
          areFleetsKnown: true,
          fleet: null,
          isAllFleets: true,
          isReady: true,
          failure: null,
        })
      return
    }
    const { found, error } = await firstThatLoads(
      candidates(fleets, storage.fleetId()),
      (id) => data.read(readFleet, { params: { id } }, { isFresh }),
      () => storage.storeFleetId(null),
    )
    if (mine !== turn) return
    storage.storeFleetId(found?.id ?? null)
    set({
      fleets,
      areFleetsKnown: true,
      fleet: found,
      isAllFleets: false,
      isReady: true,
      failure: error === null ? null : { what: 'fleet', error },
    })
  }

  async function activate(ids: readonly string[], mine: number): Promise<void> {
    const { found, error } = await firstThatLoads(
      ids,
      (id) => data.read(readCompany, { params: { id } }, { isFresh }),
      () => storage.storeCompanyId(null),
    )
    if (mine !== turn) return
    storage.storeCompanyId(found?.id ?? null)
    if (found === null) {
      const failure = error === null ? null : ({ what: 'company', error } as const)
      set({ ...noFleets, company: null, isReady: true, failure })
      return
    }
    const isSame = found.id === state.company?.id
    set(isSame ? { company: found } : { ...noFleets, company: found })
    await loadFleets(found, mine)
  }

  async function load(): Promise<void> {
    turn += 1
    const mine = turn
    try {
      const { items } = await data.read(profileCompanies, {}, { isFresh })
      if (mine !== turn) return
      const companies = items.filter((one) => one.is_active)
      set({ companies, failure: null })
      await activate(candidates(companies, storage.companyId()), mine)
    } catch (error) {
      if (mine === turn) set({ isReady: true, failure: { what: 'companies', error } })
    }
  }

  async function loadFresh(): Promise<void> {
    do {
      isAskedAgain = false
      isFresh = true
      try {
        await load()
      } finally {
        isFresh = false
      }
    } while (isAskedAgain)
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    on: (change, listener) => {
      changeListeners[change].add(listener)
      return () => changeListeners[change].delete(listener)
    },
    load,
    reload: () => {
      isAskedAgain = true
      reloading ??= loadFresh().finally(() => {
        reloading = null
      })
      return reloading
    },
    chooseCompany: async (id) => {
      if (id === state.company?.id) return
      turn += 1
      storage.storeFleetId(null)
      await activate([id], turn)
    },
    chooseFleet: async (id) => {
      if (id === state.fleet?.id) return
      turn += 1
      const mine = turn
      try {
        const fleet = await data.read(readFleet, { params: { id } })
        if (mine !== turn) return
        storage.storeFleetId(fleet.id)
        set({ fleet, isAllFleets: false, failure: null })
      } catch (error) {
        if (mine !== turn) return
        if (isDenied(error)) {
          storage.storeFleetId(null)
          set({ fleet: null, isAllFleets: false, failure: { what: 'fleet', error } })
        } else set({ failure: { what: 'fleet', error } })
      }
    },
    chooseAllFleets: () => {
      if (state.isAllFleets || !hasSeveralFleets(state)) return
      turn += 1
      storage.storeFleetId(allFleets)
      set({ fleet: null, isAllFleets: true, failure: null })
    },
    clear: () => {
      turn += 1
      set(empty)
    },
  }
}
