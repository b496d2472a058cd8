-- What was pressed in the console was counted as pressed at an unknown address, by words that may be subscribers' names.
DELETE FROM "visit_events" WHERE "path" = '/404' AND "name" <> 'page_view';
