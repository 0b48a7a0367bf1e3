import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
} from '@rumbo/contract/notifications.webhooks.contract'
import { useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookLog } from './WebhookLog.tsx'

type Open =
  | { kind: 'new' }
  | { kind: 'edit' | 'log' | 'rotate' | 'delete'; webhook: Webhook }
  | { kind: 'secret'; name: string; secret: string }

/** The webhooks of the company that is shown: a list, and dialogs for everything about one. */
export function WebhooksTab() {
  const { t } = useText()
  const moment = useMoment()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { company } = useWorkspace()
  const [view, setView] = useState<TableView>({ page: 1, size: 25, order: 'asc' })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const companyId = company?.id ?? ''
  const webhooks = useEndpoint(listWebhooks, { query: { companyId } }, { enabled: company !== null })
  const failed = (text: string) => (error: unknown) =>
    void toasts.show({ type: 'error', message: message(error, text) })
  const remove = useChange(deleteWebhook, { onError: failed(t('webhooks.error.delete')) })
  const rotate = useChange(rotateWebhookSecret, { onError: failed(t('webhooks.error.rotate')) })
  const test = useChange(testWebhook, { onError: failed(t('webhooks.error.test')) })
  if (company === null)
    return (
      <Card>
        <EmptyState title={t('webhooks.noCompany')} />
      </Card>
    )
  const send = async (webhook: Webhook) => {
    await test.mutateAsync({ params: { id: webhook.id } }).then(
      () => setOpen({ kind: 'log', webhook }),
      () => {},
    )
  }
  const renew = async ({ id, name }: Webhook) => {
    const renewed = await rotate.mutateAsync({ params: { id }, body: {} }).catch(() => null)
    setOpen(renewed && { kind: 'secret', name, secret: renewed.secret })
  }
  const columns: TableColumn<Webhook>[] = [
    { key: 'name', header: t('webhooks.field.name'), canWrap: true, render: ({ name }) => name },
    { key: 'url', header: t('webhooks.field.url'), canWrap: true, rank: 2, render: ({ url }) => url },
    {
      key: 'state',
      header: t('webhooks.field.state'),
      isKept: true,
      canWrap: true,
      render: ({ isActive, disabledReason, failingSince }) => (
        <>
          <TintedChip colour={isActive ? (failingSince ? 'alarmed' : 'active') : 'inactive'}>
            {t(
              isActive
                ? failingSince
                  ? 'webhooks.state.failing'
                  : 'webhooks.state.on'
                : 'webhooks.state.off',
            )}
          </TintedChip>
          {(failingSince ?? disabledReason) !== null && (
            <Box component="span" sx={{ display: 'block', color: token('textSoft') }}>
              {!isActive && disabledReason !== null
                ? t(`webhooks.reason.${disabledReason}`)
                : failingSince !== null && t('webhooks.failingSince', { since: moment(failingSince) })}
            </Box>
          )}
        </>
      ),
    },
  ]
  const items = webhooks.data?.items
  const { page, size } = view
  return (
    <Card
      isFlush
      title={t('webhooks.title')}
      actions={
        <Button variant="contained" startIcon={<AddRounded />} onClick={() => setOpen({ kind: 'new' })}>
          {t('webhooks.new')}
        </Button>
      }
    >
      <DataTable
        label={t('webhooks.title')}
        columns={columns}
        rows={items?.slice((page - 1) * size, page * size)}
        total={items?.length ?? 0}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        view={view}
        onView={setView}
        error={webhooks.isError ? message(webhooks.error, t('webhooks.error.load')) : undefined}
        onRetry={() => void webhooks.refetch()}
        onOpen={(webhook) => setOpen({ kind: 'edit', webhook })}
        rowActions={(webhook) => (
          <RowMenu
            name={webhook.name}
            items={[
              { label: t('webhooks.action.edit'), onChoose: () => setOpen({ kind: 'edit', webhook }) },
              { label: t('webhooks.action.test'), onChoose: () => void send(webhook) },
              { label: t('webhooks.action.log'), onChoose: () => setOpen({ kind: 'log', webhook }) },
              { label: t('webhooks.action.rotate'), onChoose: () => setOpen({ kind: 'rotate', webhook }) },
              {
                label: t('webhooks.action.delete'),
                onChoose: () => setOpen({ kind: 'delete', webhook }),
                isDestructive: true,
              },
            ]}
          />
        )}
        empty={<EmptyState title={t('webhooks.none')} text={t('webhooks.noneText')} />}
      />
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <WebhookDialog
          webhook={open.kind === 'edit' ? open.webhook : null}
          companyId={companyId}
          onSaved={({ name }, secret) => setOpen(secret === null ? null : { kind: 'secret', name, secret })}
          onClose={close}
        />
      )}
      {open?.kind === 'log' && <WebhookLog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog name={open.name} secret={open.secret} onClose={close} />}
      {open?.kind === 'rotate' && (
        <ConfirmDialog
          open
          title={t('webhooks.rotate.title', { name: open.webhook.name })}
          text={t('webhooks.rotate.text')}
          confirmLabel={t('webhooks.action.rotate')}
          onConfirm={() => renew(open.webhook)}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          title={t('webhooks.delete.title', { name: open.webhook.name })}
          text={t('webhooks.delete.text')}
          confirmLabel={t('webhooks.action.delete')}
          isDestructive
          onConfirm={() =>
            remove.mutateAsync({ params: { id: open.webhook.id } }).then(close, () => undefined)
          }
          onClose={close}
        />
      )}
    </Card>
  )
}
