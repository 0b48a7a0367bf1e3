import AddRounded from '@mui/icons-material/AddRounded'
import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import Button from '@mui/material/Button'
import {
  type Contact,
  deleteContact,
  directoryRoles,
  directoryStatuses,
  listContacts,
} from '@rumbo/contract/directory.contract'
import { exportContacts } from '@rumbo/contract/directory.files.contract'
import { unlinkContact } from '@rumbo/contract/identity.users.links.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { listOf, oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { useContactColumns } from '../../directory/contact-columns.tsx'
import { contactName } from '../../directory/contact-draft.rules.ts'
import { DirectoryToolbar, directoryViews } from '../../directory/DirectoryToolbar.tsx'
import { type ContactCommand, useContactMenu } from '../../directory/use-contact-menu.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { TableFileActions } from '../../work/TableFileActions.tsx'

const ContactCard = lazy(() =>
  import('../../directory/ContactCard.tsx').then((file) => ({ default: file.ContactCard })),
)
const ContactDialog = lazyDialog(() =>
  import('../../directory/ContactDialog.tsx').then((file) => file.ContactDialog),
)
const SystemUserDialog = lazyDialog(() =>
  import('../../directory/SystemUserDialogs.tsx').then((file) => file.SystemUserDialog),
)
const ImportDialog = lazyDialog(() =>
  import('../../directory/ImportDialog.tsx').then((file) => file.ImportDialog),
)

const sorts = ['firstName', 'lastName', 'role', 'status', 'createdAt'] as const

type Asked = { what: ContactCommand; contact: Contact } | { what: 'add' } | { what: 'import' }

/** People and firms that the active company works with. The address holds view, filters, search and page. */
export function DirectoryScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const { company } = useWorkspace()
  const list = useListAddress({ sorts, sort: 'firstName', order: 'asc' })
  const { query, view: page, search } = list
  const [asked, setAsked] = useState<Asked | null>(null)

  const view = directoryViews.find((one) => one === oneOf(query.view)) ?? 'all'
  const isUsersView = view === 'system-users'
  const statuses = directoryStatuses.filter((status) => listOf(query.status).includes(status))
  const role = directoryRoles.find((one) => one === oneOf(query.role)) ?? null
  const isVerifiedOnly = oneOf(query.verified) === 'true'
  const filter = {
    companyId: company?.id,
    search,
    view,
    status: statuses.length > 0 ? statuses : undefined,
    role: role === null ? undefined : [role],
    verified: isVerifiedOnly ? ('true' as const) : undefined,
  }
  const answer = useEndpoint(
    listContacts,
    { query: { ...filter, ...page } },
    { enabled: company !== null, placeholderData: keepPreviousData },
  )
  const isFiltered = search !== '' || statuses.length > 0 || role !== null || isVerifiedOnly
  const isClients = role === 'client'

  const remove = useChange(deleteContact, {
    evicts: ['users'],
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('directory.error.delete')) }),
  })
  const unlink = useChange(unlinkContact, {
    evicts: ['directory'],
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('directory.error.unlink')) }),
  })
  const exportFile = useChange(exportContacts)
  const openId = oneOf(query.contact)
  const closeCard = () => list.change({ contact: undefined })
  const ask = (what: ContactCommand, contact: Contact) =>
    what === 'view' ? list.change({ contact: contact.id }, { push: true }) : setAsked({ what, contact })
  const itemsOf = useContactMenu(ask)
  const columns = useContactColumns(isUsersView)
  const close = () => setAsked(null)
  const say = (text: string) => toasts.show({ type: 'success', message: text })
  const mayEdit = can('directory.edit')
  const addButton = mayEdit && (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setAsked({ what: 'add' })}>
      {t(isClients ? 'directory.action.addClient' : 'directory.action.add')}
    </Button>
  )
  const clearButton = (
    <Button variant="outlined" onClick={() => list.clear('status', 'role', 'verified')}>
      {t('directory.filter.clear')}
    </Button>
  )

  if (company === null) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('directory.list.noCompany')} />
        </Card>
      </>
    )
  }
  const chosen = asked !== null && 'contact' in asked ? asked.contact : undefined
  const name = chosen ? contactName(chosen) : ''
  const user = chosen?.user ?? null
  return (
    <>
      <PageHeader
        title={isClients ? t('shell.menu.clients') : title}
        detail={company.name}
        actions={
          <>
            <TableFileActions
              importLabel={t('directory.action.import')}
              onImport={mayEdit ? () => setAsked({ what: 'import' }) : null}
              exportTitle={t('directory.export.title')}
              onExport={(format) => exportFile.mutateAsync({ body: { ...filter, format, language } })}
            />
            {addButton}
          </>
        }
      />
      <Card isFlush>
        <DirectoryToolbar
          list={list}
          role={role}
          statuses={statuses}
          isVerifiedOnly={isVerifiedOnly}
          view={view}
        />
        <DataTable
          label={t('directory.list.label')}
          columns={columns}
          rows={answer.data?.items}
          total={answer.data?.total ?? 0}
          rowId={({ id }) => id}
          rowName={contactName}
          view={page}
          onView={list.show}
          isLoading={answer.isFetching && answer.isPlaceholderData}
          error={answer.isError ? message(answer.error, t('directory.error.load')) : undefined}
          onRetry={() => void answer.refetch()}
          onOpen={(contact) => ask('view', contact)}
          rowActions={(contact) => <RowMenu name={contactName(contact)} items={itemsOf(contact)} />}
          empty={
            isFiltered ? (
              <EmptyState title={t('directory.list.noMatch')} action={clearButton} />
            ) : isUsersView ? (
              <EmptyState title={t('directory.list.noUsers')} />
            ) : (
              <EmptyState title={t('directory.list.empty')} action={addButton || undefined} />
            )
          }
        />
      </Card>
      <Suspense>
        {openId !== '' && (
          <ContactCard contactId={openId} mayEdit={mayEdit} onCommand={ask} onClose={closeCard} />
        )}
        {(asked?.what === 'add' || asked?.what === 'edit') && (
          <ContactDialog
            companyId={chosen?.companyId ?? company.id}
            contact={chosen}
            role={role ?? 'client'}
            onClose={close}
          />
        )}
        {chosen && (asked?.what === 'createUser' || asked?.what === 'linkUser') && (
          <SystemUserDialog
            contact={chosen}
            mode={asked.what === 'createUser' ? 'create' : 'link'}
            onClose={close}
          />
        )}
        {asked?.what === 'import' && <ImportDialog companyId={company.id} onClose={close} />}
      </Suspense>
      {chosen && asked?.what === 'delete' && (
        <ConfirmDialog
          open
          isDestructive
          title={t('directory.delete.title', { name })}
          text={[t('directory.delete.text'), user && t('directory.delete.linked', { user: user.username })]
            .filter(Boolean)
            .join(' ')}
          confirmLabel={t('directory.action.delete')}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: chosen.id } })
            say(t('directory.done.deleted', { name }))
            close()
            if (chosen.id === openId) closeCard()
          }}
          onClose={close}
        />
      )}
      {chosen && user && asked?.what === 'unlinkUser' && (
        <ConfirmDialog
          open
          icon={<LinkOffRounded />}
          title={t('directory.unlink.title', { user: user.username, name })}
          text={t('directory.unlink.text')}
          confirmLabel={t('directory.action.unlinkUser')}
          onConfirm={async () => {
            await unlink.mutateAsync({ params: { id: user.id } })
            say(t('directory.done.unlinked', { name }))
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
