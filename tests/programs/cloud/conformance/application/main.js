document.title = location.pathname;
