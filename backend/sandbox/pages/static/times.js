/** Shows instants on the reader's own clock; today's without the date. */
'use strict';

function localTimes(root) {
  for (const node of root.querySelectorAll('time[datetime]')) {
    const instant = new Date(node.dateTime);
    const today = instant.toDateString() === new Date().toDateString();
    const day = today ? {} : { month: 'short', day: 'numeric' };
    node.textContent = instant.toLocaleString('en-US', { ...day, hour: 'numeric', minute: '2-digit' });
    node.title = instant.toLocaleString();
  }
}

localTimes(document);
