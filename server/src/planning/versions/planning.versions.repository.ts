import type { Plan, PlanVersion, planVersionWithContent } from '@rumbo/contract/planning.contract'
import type * as z from 'zod'
import type { Transaction } from '../../platform/database/transaction.ts'
import { unlessNameTaken } from '../../platform/database/unless-name-taken.ts'

type VersionWithContent = z.infer<typeof planVersionWithContent>

const columns = `v.id, v.plan_id as "planId", v.name, v.cause, v.plan_version as "planVersion", v.figures, v.created_at as at,
  v.created_by_name as by`
const withIsoTime = <Row extends { at: Date }>({ at, ...version }: Row) => ({
  ...version,
  at: at.toISOString(),
})

/** Versions that were kept of a plan, the newest first. */
export async function findVersions(tx: Transaction, planId: string): Promise<PlanVersion[]> {
  const rows = await tx.sql<Omit<PlanVersion, 'at'> & { at: Date }>(
    `select ${columns} from planning.versions v where v.plan_id = $1 order by v.created_at desc, v.id desc`,
    [planId],
  )
  return rows.map(withIsoTime)
}

/** A version with its routes, within the caller's scopes. */
export async function findVersion(tx: Transaction, id: string): Promise<VersionWithContent | null> {
  const [row] = await tx.sql<Omit<VersionWithContent, 'at'> & { at: Date }>(
    `select ${columns}, v.settings, v.content from planning.versions v where v.id = $1`,
    [id],
  )
  return row ? withIsoTime(row) : null
}

/** Number of named versions of a locked plan. */
export async function countNamed(tx: Transaction, planId: string): Promise<number> {
  const [row] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from planning.versions where plan_id = $1 and cause = 'named'`,
    [planId],
  )
  return row?.total ?? 0
}

/** @throws Problem `name_taken` */
export async function insertVersion(
  tx: Transaction,
  plan: Plan,
  { id, name, cause }: Pick<PlanVersion, 'id' | 'name' | 'cause'>,
): Promise<void> {
  await unlessNameTaken(
    'versions_name',
    tx.sql(
      `insert into planning.versions (id, plan_id, company_id, fleet_id, name, cause, plan_version, settings, content, figures,
         created_at, created_by_name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        plan.id,
        plan.companyId,
        plan.fleetId,
        name,
        cause,
        plan.version,
        JSON.stringify(plan.settings),
        JSON.stringify(plan.content),
        plan.figures && JSON.stringify(plan.figures),
        tx.now,
        tx.actor?.displayName ?? null,
      ],
    ),
  )
}

/** Deletes the oldest versions without a name beyond so many; the latest published one stays, to compare with. */
export const forgetOldest = (tx: Transaction, planId: string, kept: number) =>
  tx.sql(
    `delete from planning.versions v using (
       select id, row_number() over (order by created_at desc, id desc) as place,
         row_number() over (partition by cause order by created_at desc, id desc) as own_place, cause
       from planning.versions where plan_id = $1 and name is null) ranked
     where v.id = ranked.id and ranked.place > $2 and not (ranked.cause = 'published' and ranked.own_place = 1)`,
    [planId, kept],
  )

/** @returns the number of deleted rows */
export async function removeVersion(tx: Transaction, id: string): Promise<number> {
  return (await tx.sql('delete from planning.versions where id = $1 returning id', [id])).length
}
