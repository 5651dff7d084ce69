import { Pagination } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../texts';

export interface NumbersProps {
  label: string;
  current: number;
  pageSize: number;
  total: number;
  showLessItems: boolean;
  onChange: (page: number) => void;
}

/** The pages by their numbers. At the first and last page the number takes the focus of the arrow that leads no further. */
export default function PagingNumbers({ label, ...paging }: NumbersProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const isAtArrow = useRef(false);
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (isAtArrow.current && lost) place.current?.querySelector<HTMLElement>('.ant-pagination-item-active')?.focus();
  });
  return (
    <div
      ref={place}
      onFocus={({ target }) => {
        isAtArrow.current = target.matches('.ant-pagination-prev, .ant-pagination-next');
      }}
      // Not told of an arrow that loses it by leading no further.
      onBlur={() => {
        isAtArrow.current = false;
      }}
    >
      <Pagination {...paging} showSizeChanger={false} aria-label={t('pages', { label })} />
    </div>
  );
}
