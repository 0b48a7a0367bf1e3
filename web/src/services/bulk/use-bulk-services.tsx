import CancelOutlined from '@mui/icons-material/CancelOutlined'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import FlagOutlined from '@mui/icons-material/FlagOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import { changeServices, type ServicesChange } from '@rumbo/contract/services.bulk.contract'
import { priorities, type Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import type { TableSelection } from '../../ui/table/table-model.ts'
import { CancelDialog } from '../CancelDialog.tsx'
import { BulkButton } from './BulkButton.tsx'
import { type ServiceRefusal, useBulk } from './use-bulk.tsx'

interface BulkServices {
  selection: TableSelection | undefined
  bar: ReactNode
  dialogs: ReactNode
}

/**
 * Selected services of a list, what may be done with all of them, and the result for each. Those refused stay selected.
 * @param place changes where other services are shown: the selection is then cleared
 */
export function useBulkServices(
  items: readonly Service[] | undefined,
  mayDispatch: boolean,
  place: string,
): BulkServices {
  const { t } = useText()
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const bulk = useBulk<ServiceRefusal>(items, place, (refusal) => t(`services.bulk.problem.${refusal}`))
  const { mutateAsync } = useChange(changeServices, { evicts: ['dispatch', 'vehicles'] })
  const run = (change: ServicesChange) =>
    bulk.run(async (services) => (await mutateAsync({ body: { services, change } })).items)
  const count = bulk.ids.size
  const buttonOf = { isBusy: bulk.isPending }
  return {
    selection: mayDispatch ? { ids: bulk.ids, onChange: bulk.choose } : undefined,
    bar: (
      <SelectionBar
        words={count === 0 ? null : t('services.bulk.selected', { count })}
        clearLabel={t('vehicleForm.list.selectNone')}
        onClear={bulk.clear}
      >
        <BulkButton
          {...buttonOf}
          label={t('services.action.sendToDispatch')}
          icon={<SendRounded />}
          onPress={() => void run({ action: 'dispatch' })}
        />
        <BulkButton
          {...buttonOf}
          label={t('services.field.priorityLevel')}
          icon={<FlagOutlined />}
          onPress={setAnchor}
        />
        <BulkButton
          {...buttonOf}
          label={t('services.bulk.cancel')}
          icon={<CancelOutlined />}
          onPress={() => setAsked('cancel')}
          isDangerous
        />
        <BulkButton
          {...buttonOf}
          label={t('services.bulk.delete')}
          icon={<DeleteOutlineRounded />}
          onPress={() => setAsked('delete')}
          isDangerous
        />
      </SelectionBar>
    ),
    dialogs: (
      <>
        <ChoiceMenu
          anchor={anchor}
          label={t('services.field.priorityLevel')}
          onClose={() => setAnchor(null)}
          items={priorities.map((priorityLevel) => ({
            label: t(`services.priority.${priorityLevel}`),
            onChoose: () => void run({ action: 'prioritise', priorityLevel }),
          }))}
        />
        {asked === 'cancel' && (
          <CancelDialog
            title={t('services.bulk.cancelTitle', { count })}
            onCancel={(by, note) => run({ action: 'cancel', by, note })}
            onClose={() => setAsked(null)}
          />
        )}
        <ConfirmDialog
          open={asked === 'delete'}
          isDestructive
          title={t('services.bulk.deleteTitle', { count })}
          text={t('services.bulk.deleteText')}
          confirmLabel={t('services.bulk.delete')}
          onConfirm={async () => {
            await run({ action: 'delete' })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
        {bulk.result}
      </>
    ),
  }
}
