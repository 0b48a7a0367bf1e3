import AddRounded from '@mui/icons-material/AddRounded'
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { can, levels } from '@rumbo/contract/access'
import { listUsers, userStatuses } from '@rumbo/contract/identity.users.contract'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useAllPages } from '../../app/data/use-pages.ts'
import { oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { fleetPageSize } from '../../app/session/workspace.ts'
import { UserDetails, userTabs } from '../../identity/users/UserDetails.tsx'
import { UserFilter } from '../../identity/users/UserFilter.tsx'
import { type UserStat, UserStatCards } from '../../identity/users/UserStatCards.tsx'
import { useManager } from '../../identity/users/use-manager.ts'
import { useUserActions } from '../../identity/users/use-user-actions.tsx'
import { useUserColumns } from '../../identity/users/user-columns.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'

const InviteDialog = lazyDialog(() =>
  import('../../identity/users/InviteDialog.tsx').then((file) => file.InviteDialog),
)

const sorts = ['name', 'username', 'email', 'level', 'status', 'lastLogin', 'createdAt'] as const
const filters = ['level', 'status', 'company', 'fleet'] as const
/** The filters that each figure applies. */
const filterOfStat: Record<UserStat, { level?: string; status?: string }> = {
  total: {},
  active: { status: 'active' },
  superAdmins: { level: 'super_admin' },
  managers: { level: 'manager' },
}

/** Users in the signed-in user's scope. The address holds search, filters, page, order and the open details. */
export function UserManagementScreen({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const manager = useManager()
  const { companies } = useWorkspace()
  const list = useListAddress({ sorts, sort: 'name', order: 'asc' })
  const { query, change, view, search } = list
  const [isInviting, setInviting] = useState(false)

  const level = levels.find((one) => one === oneOf(query.level))
  const status = userStatuses.find((one) => one === oneOf(query.status))
  const companyId = companies.find(({ id }) => id === oneOf(query.company))?.id
  const fleetsOf = companyId ?? (companies.length === 1 ? companies[0]?.id : undefined)
  const fleets = useAllPages(
    listFleets,
    { query: { company_id: fleetsOf, size: fleetPageSize } },
    { enabled: fleetsOf !== undefined },
  )
  const offeredFleets = fleetsOf === undefined ? [] : (fleets.data?.items ?? [])
  const fleetId = oneOf(query.fleet) || undefined
  const answer = useEndpoint(
    listUsers,
    {
      query: {
        ...view,
        search,
        companyId,
        fleetId,
        level: level && [level],
        status: status && [status],
      },
    },
    { placeholderData: keepPreviousData },
  )
  const isFiltered = search !== '' || [level, status, companyId, fleetId].some((one) => one !== undefined)
  const clear = () => list.clear(...filters)

  const openId = oneOf(query.user)
  const tab = userTabs.find((name) => name === oneOf(query.tab)) ?? 'assignments'
  const actions = useUserActions({
    onOpen: (user, next) => change({ user: user.id, tab: next }, { push: true }),
    onDone: (what, user) =>
      what === 'delete' && user.id === openId && change({ user: undefined, tab: undefined }),
  })
  const statNames = Object.keys(filterOfStat) as UserStat[]
  const shownStat =
    search === '' && fleetId === undefined && (level !== undefined || status !== undefined)
      ? (statNames.find(
          (stat) => filterOfStat[stat].level === level && filterOfStat[stat].status === status,
        ) ?? null)
      : null

  const columns = useUserColumns()
  const mayAdd = can(manager, 'users.edit')
  const isInviteAsked = mayAdd && oneOf(query.invite) !== ''
  const closeInvite = () => {
    setInviting(false)
    if (isInviteAsked) change({ invite: undefined })
  }
  const addButton = mayAdd && (
    <Button variant="contained" startIcon={<AddRounded />} onClick={actions.openNew}>
      {t('users.action.add')}
    </Button>
  )
  const changeFilter = (name: (typeof filters)[number]) => (value: string | undefined) =>
    change({ [name]: value, page: undefined })

  return (
    <>
      <PageHeader
        title={title}
        actions={
          mayAdd ? (
            <>
              <Button variant="outlined" startIcon={<MailOutlineRounded />} onClick={() => setInviting(true)}>
                {t('users.action.invite')}
              </Button>
              {addButton}
            </>
          ) : undefined
        }
      />
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <UserStatCards
          companyId={companyId}
          shown={shownStat}
          onShow={(stat) => {
            const { level: nextLevel, status: nextStatus } = filterOfStat[stat]
            list.type('')
            change({
              level: nextLevel,
              status: nextStatus,
              search: undefined,
              fleet: undefined,
              page: undefined,
            })
          }}
        />
        <Card isFlush>
          <ListToolbar
            typed={list.typed}
            onType={list.type}
            set={[level, status, companyId, fleetId].map((one) => one !== undefined)}
            searchLabel={t('users.list.search')}
          >
            <UserFilter
              label={t('users.form.level')}
              value={level}
              none={t('users.list.allLevels')}
              choices={[...levels].reverse().map((value) => ({ value, label: t(`identity.level.${value}`) }))}
              onChange={changeFilter('level')}
            />
            <UserFilter
              label={t('identity.field.status')}
              value={status}
              none={t('users.list.allStatuses')}
              choices={userStatuses.map((value) => ({ value, label: t(`identity.status.${value}`) }))}
              onChange={changeFilter('status')}
            />
            {companies.length > 1 && (
              <UserFilter
                label={t('users.form.company')}
                value={companyId}
                none={t('users.list.allCompanies')}
                choices={companies.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(next) => change({ company: next, fleet: undefined, page: undefined })}
              />
            )}
            {offeredFleets.length > 1 && (
              <UserFilter
                label={t('users.form.fleet')}
                value={fleetId}
                none={t('users.list.allFleets')}
                choices={offeredFleets.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={changeFilter('fleet')}
              />
            )}
            {isFiltered && <Button onClick={clear}>{t('users.list.clear')}</Button>}
          </ListToolbar>
          <DataTable
            label={t('users.list.label')}
            columns={columns}
            rows={answer.data?.items}
            total={answer.data?.total ?? 0}
            rowId={({ id }) => id}
            rowName={({ displayName }) => displayName}
            view={view}
            onView={({ page, size, sort, order }) =>
              change({
                page: page === 1 ? undefined : page,
                size: size === 25 ? undefined : size,
                sort,
                order,
              })
            }
            isLoading={answer.isFetching && answer.isPlaceholderData}
            error={answer.isError ? message(answer.error, t('users.error.load')) : undefined}
            onRetry={() => void answer.refetch()}
            onOpen={(user) => change({ user: user.id, tab: undefined }, { push: true })}
            rowActions={(user) => <RowMenu name={user.displayName} items={actions.of(user)} />}
            empty={
              isFiltered ? (
                <EmptyState
                  title={t('users.list.noMatch')}
                  action={
                    <Button variant="outlined" onClick={clear}>
                      {t('users.list.clear')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState title={t('users.list.empty')} action={addButton || undefined} />
              )
            }
          />
        </Card>
      </Box>
      {openId !== '' && (
        <UserDetails
          userId={openId}
          tab={tab}
          onTab={(next) => change({ tab: next })}
          actions={actions}
          onClose={() => change({ user: undefined, tab: undefined })}
        />
      )}
      {actions.dialogs}
      {(isInviting || isInviteAsked) && <InviteDialog onClose={closeInvite} />}
    </>
  )
}
