import BookmarkBorderRounded from '@mui/icons-material/BookmarkBorderRounded'
import Button from '@mui/material/Button'
import {
  deleteServiceView,
  listServiceViews,
  type ServiceView,
  saveServiceView,
  type ViewScreen,
} from '@rumbo/contract/services.views.contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { newUuid } from '../../app/data/http.ts'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { ChoiceMenu, type ChoiceMenuItem } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { addressOf, changeTo, isPlain } from './view-address.rules.ts'

/** The saved views of a list: choose one, save the present filters and order, rename, make it the default, delete. */
export function ServiceViews({ companyId, screen }: { companyId: string; screen: ViewScreen }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [query, change] = useAddressState()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [edited, setEdited] = useState<Omit<ServiceView, 'updatedAt'> | null>(null)
  const views = useEndpoint(listServiceViews, { params: { id: companyId }, query: { screen } })
  const save = useChange(saveServiceView)
  const remove = useChange(deleteServiceView)
  const active = views.data?.items.find(({ id }) => id === oneOf(query.view))
  const usual = views.data?.items.find(({ isDefault }) => isDefault)

  // Only where the list is opened without any filter, and once.
  const wasOpened = useRef(false)
  const open = useEffectEvent((view: ServiceView | undefined) => {
    if (wasOpened.current) return
    wasOpened.current = true
    if (view && isPlain(query, screen)) change(changeTo(view))
  })
  useEffect(() => {
    if (views.data) open(usual)
  }, [views.data, usual])

  const act = async (work: Promise<unknown>, done: string) => {
    try {
      await work
      toasts.show({ type: 'success', message: done })
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('services.views.failed')) })
    }
  }
  const rewrite = (view: ServiceView, some: Partial<ServiceView>) => {
    const { id, name, address, columns, isDefault } = { ...view, ...some }
    void act(
      save.mutateAsync({
        params: { id: companyId, viewId: id },
        body: { screen, name, address, columns, isDefault },
      }),
      t('services.views.saved', { name }),
    )
  }
  const ofActive: ChoiceMenuItem[] = active
    ? [
        {
          label: t('services.views.update', { name: active.name }),
          isApart: true,
          onChoose: () => rewrite(active, { address: addressOf(query, screen) }),
        },
        { label: t('services.views.rename'), onChoose: () => setEdited(active) },
        {
          label: t('services.views.default'),
          isChecked: active.isDefault,
          isToggle: true,
          onChoose: () => rewrite(active, { isDefault: !active.isDefault }),
        },
        {
          label: t('services.views.delete'),
          isDestructive: true,
          onChoose: () => {
            change({ view: undefined })
            void act(
              remove.mutateAsync({ params: { id: companyId, viewId: active.id } }),
              t('services.views.deleted', { name: active.name }),
            )
          },
        },
      ]
    : []
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<BookmarkBorderRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {active?.name ?? t('services.views.title')}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        label={t('services.views.title')}
        onClose={() => setAnchor(null)}
        items={[
          ...(views.data?.items ?? []).map((view) => ({
            label: view.name,
            isChecked: view.id === active?.id,
            onChoose: () => change(changeTo(view), { push: true }),
          })),
          {
            label: t('services.views.save'),
            isApart: (views.data?.items.length ?? 0) > 0,
            onChoose: () =>
              setEdited({
                id: newUuid(),
                screen,
                name: '',
                address: addressOf(query, screen),
                columns: null,
                isDefault: false,
              }),
          },
          ...ofActive,
        ]}
      />
      {edited !== null && (
        <SaveViewDialog
          companyId={companyId}
          view={edited}
          onSaved={({ id }) => change({ view: id })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
